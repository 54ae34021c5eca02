import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase, testSettings } from "../../test/running-service.ts";
import { startService } from "../index.ts";
import { opensslCipher } from "./cipher-names.ts";
import { isForBoot } from "./plain-boot.ts";
import { selfSigned } from "./self-signed.ts";
import { openTls } from "./tls.ts";

let directory = "";
let database: TestDatabase;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "muster-test-"));
  database = await createTestDatabase(directory);
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const get = (url: string, ca: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { ca }, (response) => resolve(response.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

async function shownAt(url: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  return socket;
}

test("a service makes its own certificate, keeps its authority, and shows a new one without a restart", async () => {
  const flags = { ...database.flags, SERVE_HTTPS: "true", MUSTER_HTTPS_SELF_SIGNED: "true" };
  const service = await startService({ settings: testSettings(directory, flags) });
  try {
    const url = service.addresses[0]?.url ?? "";
    expect(url).toMatch(/^https:/);
    expect(service.baseUrls.service).toMatch(/^https:/);
    const ca = await readFile(service.tls?.authorityFile ?? "", "utf8");
    expect(new X509Certificate(ca).fingerprint256).toBe(service.tls?.fingerprint);
    expect(await get(`${url}/health`, ca)).toBe(200);

    const before = await shownAt(url);
    const serial = before.getPeerCertificate().serialNumber;
    const other = await mkdtemp(join(tmpdir(), "muster-test-"));
    const made = await selfSigned(other, ["127.0.0.1"], Date.now());
    await cp(made.keyFile, join(directory, "tls", "server.key"));
    await cp(made.certFile, join(directory, "tls", "server.pem"));
    await service.tls?.look();
    const after = await shownAt(url);
    expect(after.getPeerCertificate().serialNumber).not.toBe(serial);
    expect(await get(`${url}/health`, await readFile(made.authorityFile, "utf8"))).toBe(200);
    before.destroy();
    after.destroy();
    await rm(other, { recursive: true });
  } finally {
    await service.stop();
  }
}, 60_000);

test("a certificate is kept while it fits, and made anew for a new name under the same authority", async () => {
  const own = await mkdtemp(join(tmpdir(), "muster-test-"));
  const read = async () => {
    const [cert, ca] = await Promise.all(["server.pem", "ca.pem"].map((name) => readFile(join(own, name), "utf8")));
    return { cert, ca };
  };
  await selfSigned(own, ["localhost"], Date.now());
  const first = await read();
  await selfSigned(own, ["localhost"], Date.now());
  expect(await read()).toEqual(first);
  await selfSigned(own, ["localhost", "10.0.0.1"], Date.now());
  const second = await read();
  expect([second.ca === first.ca, second.cert === first.cert]).toEqual([true, false]);
  const soon = Date.now() + 390 * 86_400_000;
  await selfSigned(own, ["localhost", "10.0.0.1"], soon);
  const third = await read();
  expect([third.ca === first.ca, third.cert === second.cert]).toEqual([true, false]);
  expect(new X509Certificate(third.cert ?? "").checkIP("10.0.0.1")).toBe("10.0.0.1");
  await rm(own, { recursive: true });
});

test("a service that runs for a year renews its certificate on the way, and shows the new one", async () => {
  const own = await mkdtemp(join(tmpdir(), "muster-test-"));
  let now = Date.now();
  const settings = testSettings(own, { SERVE_HTTPS: "true", MUSTER_HTTPS_SELF_SIGNED: "true" });
  const tls = await openTls(settings, ["localhost"], pino({ level: "silent" }), () => now);
  const shown: unknown[] = [tls.options().cert];
  tls.onChange(({ cert }) => void shown.push(cert));
  for (let day = 0; day < 365; day += 73) {
    now += 73 * 86_400_000;
    await tls.look();
    expect(Date.parse(new X509Certificate(String(tls.options().cert)).validTo)).toBeGreaterThan(now);
  }
  expect(shown).toHaveLength(2);
  tls.close();
  await rm(own, { recursive: true });
});

test("files that are no certificate stop the start, and say so", async () => {
  const flags = { SERVE_HTTPS: "true", HTTPS_CERT_FILE: "/nowhere/cert.pem", HTTPS_KEY_FILE: "/nowhere/key.pem" };
  const failed = startService({ settings: testSettings(directory, flags) });
  await expect(failed).rejects.toThrow(
    "the certificate /nowhere/cert.pem and the key /nowhere/key.pem cannot be used (ENOENT)",
  );
});

describe("a plain port beside TLS", () => {
  const files = "/api/assisted-install/v2/infra-envs/x/downloads/files";
  test.each([
    ["GET", `${files}?file_name=ipxe-script&mac=52:54:00:00:00:01`, true],
    ["GET", `${files}?file_name=discovery.ign`, false],
    ["GET", "/images/x/pxe-initrd?version=4.22", true],
    ["GET", "/images/x?version=4.22", false],
    ["HEAD", "/boot-artifacts/kernel", true],
    ["POST", "/boot-artifacts/kernel", false],
    ["GET", "/api/assisted-install/v2/clusters", false],
    ["GET", "/health", true],
  ])("%s %s: %s", (method, url, served) => expect(isForBoot({ method, url })).toBe(served));
});

test.each([
  ["TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "ECDHE-RSA-AES128-GCM-SHA256"],
  ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"],
  ["TLS_RSA_WITH_AES_256_CBC_SHA", "AES256-SHA"],
  ["TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"],
])("%s is %s to OpenSSL", (name, expected) => expect(opensslCipher(name)).toBe(expected));
