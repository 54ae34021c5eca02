import { expect, test } from "vitest";
import { Issuer } from "./issuer.ts";
import { issuerAway } from "./published-keys.ts";

const url = "https://issuer.example";
const document = {
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/keys`,
};

test("an issuer that has been away for hours keeps nobody waiting, and is asked twice a minute at most", async () => {
  let [now, asked] = [0, 0];
  let answer: () => Promise<unknown> = async () => document;
  const issuer = new Issuer(
    url,
    () => now,
    (place) => {
      expect(place).toBe(`${url}/.well-known/openid-configuration`);
      asked += 1;
      return answer();
    },
  );
  await Promise.all([issuer.doors(), issuer.doors()]);
  expect(asked).toBe(1);

  // It takes the connection and says nothing, as long as anybody would wait.
  const silent = Promise.withResolvers<unknown>();
  answer = () => silent.promise;
  now += 2 * 3_600_000;
  for (let request = 0; request < 100; request += 1) {
    expect(await issuer.doors()).toMatchObject({ issuer: url });
    now += 100;
  }
  expect(asked).toBe(2);
  silent.reject(issuerAway(url, "no answer"));
  await new Promise(setImmediate);
  now += 31_000;
  answer = async () => ({ ...document, token_endpoint: `${url}/new` });
  await issuer.doors();
  await new Promise(setImmediate);
  expect(asked).toBe(3);
  expect(await issuer.doors()).toMatchObject({ token: `${url}/new` });
});

test("before anything is known, an issuer that is away is told as such, and asked again soon", async () => {
  let [now, asked] = [0, 0];
  const issuer = new Issuer(
    url,
    () => now,
    async (place) => {
      asked += 1;
      throw issuerAway(place, "ECONNREFUSED");
    },
  );
  const refused = () => expect(issuer.doors()).rejects.toMatchObject({ status: 503 });
  await Promise.all([refused(), refused()]);
  await refused();
  expect(asked).toBe(1);
  now += 1_001;
  await refused();
  expect(asked).toBe(2);
});
