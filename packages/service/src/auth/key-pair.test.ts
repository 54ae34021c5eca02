import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keptKeyPair, readKeyPair } from "./key-pair.ts";
import { LocalTokens } from "./local-tokens.ts";

const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const privatePem = pair.privateKey.export({ type: "sec1", format: "pem" }).toString();
// As Go tools label it.
const publicPem = pair.publicKey
  .export({ type: "spki", format: "pem" })
  .toString()
  .replaceAll("PUBLIC KEY", "EC PUBLIC KEY");

describe("the key pair that signs tokens", () => {
  test.each([
    ["PEM", publicPem],
    ["PEM in base64", Buffer.from(publicPem).toString("base64")],
    ["PEM on one line", publicPem.replaceAll("\n", "\\n")],
  ])("the public half is read from %s, and checks what the private half signed", async (_, text) => {
    const read = readKeyPair({ EC_PUBLIC_KEY_PEM: text, EC_PRIVATE_KEY_PEM: undefined });
    if (!read) throw new Error("there is a key");
    const token = await new LocalTokens(pair).sign({ infra_env_id: "x" });
    const checking = new LocalTokens(read);
    expect(checking.canSign).toBe(false);
    expect(await checking.verify(token, 0)).toMatchObject({ infraEnvId: "x" });
    await expect(checking.verify(`${token.slice(0, -6)}AAAAAA`, 0)).rejects.toMatchObject({ status: 401 });
  });

  test("halves of two pairs, other curves and nonsense are refused without repeating them", () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "pem" });
    const mixed = { EC_PUBLIC_KEY_PEM: other.toString(), EC_PRIVATE_KEY_PEM: privatePem };
    expect(() => readKeyPair(mixed)).toThrow("do not belong together");
    const large = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey.export({ type: "sec1", format: "pem" });
    for (const text of [large.toString(), "hunter2"]) {
      expect(() => readKeyPair({ EC_PUBLIC_KEY_PEM: undefined, EC_PRIVATE_KEY_PEM: text })).toThrow(
        "EC_PRIVATE_KEY_PEM holds no key of the curve P-256",
      );
    }
  });

  test("one that is missing is made once, kept, and readable by its owner only", async () => {
    const directory = await mkdtemp(join(tmpdir(), "muster-test-"));
    const path = join(directory, "keys", "token.pem");
    const first = await keptKeyPair(path);
    const second = await keptKeyPair(path);
    expect(second.publicKey.equals(first.publicKey)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, "utf8")).toContain("BEGIN EC PRIVATE KEY");
    await rm(directory, { recursive: true });
  });
});
