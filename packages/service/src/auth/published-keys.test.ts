import { generateKeyPairSync } from "node:crypto";
import { exportJWK, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import { issuerAway, keysFromText, PublishedKeys } from "./published-keys.ts";

async function key(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const token = await new SignJWT({ who: kid }).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  return { published: { ...(await exportJWK(publicKey)), kid, alg: "RS256" }, token, publicKey };
}

test("keys are fetched once, again for an unknown one, not too often, and outlive an issuer that is away", async () => {
  const [first, second, third] = await Promise.all(["one", "two", "three"].map(key));
  if (!first || !second || !third) throw new Error("there are three");
  let [now, asked, isAway] = [0, 0, true];
  let offered = [first.published];
  const keys = new PublishedKeys(
    async () => "https://issuer.example/keys",
    () => now,
    async (url) => {
      asked += 1;
      if (isAway) throw issuerAway(url, "ECONNREFUSED");
      return { keys: offered };
    },
  );
  const check = ({ token }: typeof first) => jwtVerify(token, keys.find);

  await expect(check(first)).rejects.toMatchObject({ status: 503 });
  await expect(check(first)).rejects.toMatchObject({ status: 503 });
  expect(asked).toBe(1);
  isAway = false;
  now += 2_000;
  await Promise.all([check(first), check(first), check(first)]);
  expect(asked).toBe(2);

  offered = [first.published, second.published];
  await expect(check(second)).rejects.toThrow("no applicable key");
  expect(asked).toBe(2);
  now += 31_000;
  await check(second);
  expect(asked).toBe(3);

  isAway = true;
  now += 700_000;
  await check(first);
  await expect(check(third)).rejects.toThrow("no applicable key");
});

test("keys come as text, too: a key set, or PEM", async () => {
  const one = await key("one");
  for (const text of [
    JSON.stringify({ keys: [one.published] }),
    one.publicKey.export({ type: "spki", format: "pem" }).toString(),
  ]) {
    expect((await jwtVerify(one.token, keysFromText(text))).payload).toMatchObject({ who: "one" });
  }
  expect(() => keysFromText("{}")).toThrow("it holds no key set");
});
