import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { describe, expect, test } from "vitest";
import { openArchive } from "./archive.ts";
import { createRedactor, replacement } from "./redact.ts";

const privateKey =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXkt\nQUFBQUFBQUFB\n-----END OPENSSH PRIVATE KEY-----";
const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJpbmZyYV9lbnZfaWQiOiIxIn0.c2lnbmF0dXJlLWhlcmU";
const pullSecret = '{"auths":{"quay.io":{"auth":"cGxhbnRlZDpwdWxsLXNlY3JldA==","email":"a@b.c"}}}';

describe("text", () => {
  test.each<[line: string, secret: string]>([
    [`key:\n${privateKey}\nend`, "b3BlbnNzaC1rZXkt"],
    [`pull secret ${pullSecret} read`, "cGxhbnRlZDpwdWxsLXNlY3JldA=="],
    [`env PULL_SECRET=${JSON.stringify(pullSecret)}`, "cGxhbnRlZDpwdWxsLXNlY3JldA=="],
    ["using proxy http://squid:hunter2@proxy.example.com:3128", "hunter2"],
    ["https://me%40corp:p%40ss@host/", "p%40ss"],
    ["GET /images/1?version=4&api_key=SECRETKEY&arch=x86_64", "SECRETKEY"],
    ["GET /x?image_token=SECRETTOKEN", "SECRETTOKEN"],
    ["curl http://h/bytoken/SECRETPATH/4.20/x86_64/full.iso", "SECRETPATH"],
    ["curl http://h/byapikey/SECRETPATH/4.20/x86_64/full.iso", "SECRETPATH"],
    [`got ${jwt} from`, "c2lnbmF0dXJlLWhlcmU"],
    ["Authorization: Bearer abcdef123456", "abcdef123456"],
    ["authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
    ["X-Secret-Key: abcdef", "abcdef"],
    ["    client-key-data: LS0tLS1CRUdJTg==", "LS0tLS1CRUdJTg=="],
    ["    client-certificate-data: LS0tLS1DRVJU", "LS0tLS1DRVJU"],
    ["    token: sha256~abcdefgh", "sha256~abcdefgh"],
    ["bmc password=calvin99 user=root", "calvin99"],
    ['{"username":"admin","password":"calvin99"}', "calvin99"],
    ['"{\\"password\\":\\"calvin99\\"}"', "calvin99"],
    ["kubeadmin: 4RiUm-sCiin-IPesd-aryzy", "4RiUm-sCiin-IPesd-aryzy"],
    ["core:$6$rounds=4096$salt$hashhashhash:1", "hashhashhash"],
    ["source: data:text/plain;charset=utf-8;base64,c2VjcmV0IGNvbnRlbnQ=", "c2VjcmV0IGNvbnRlbnQ="],
    ["AWS_SECRET_ACCESS_KEY=abc123xyz", "abc123xyz"],
    ["AWS_ACCESS_KEY_ID: AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
    ['{"password":"a;bcdefg"}', "bcdefg"],
    ['Nov 15 host agent[1]: {"password":"a;bcdefg","user":"root"}', "bcdefg"],
    ['Nov 15 host agent[1]: {"password":"a\\"bcdefg","user":"root"}', "bcdefg"],
    ['msg="{\\"password\\":\\"a bcdefg\\"}" level=info', "bcdefg"],
    ['password="my long phrase"', "long phrase"],
    ['password="cut off in the mid', "off in the mid"],
    ["password=a;bcdefg", "bcdefg"],
    ["password=pw", "pw"],
    ["token=token", "=token"],
    ["pull_secret={user: {a: hidden}, b: hidden}", "hidden"],
    ["Cookie: a=b; muster_session=deadbeef", "deadbeef"],
    ["Set-Cookie: muster_session=deadbeef; Path=/", "deadbeef"],
    ['{"Cookie":["a=b; muster_session=deadbeef"]}', "deadbeef"],
    ["map[Authorization:[Digest response=deadbeef] Accept:[*/*]]", "deadbeef"],
    ['Authorization: Digest username="me", response="deadbeef"', "deadbeef"],
    ["http://squid:p@deadbeef@proxy:3128", "deadbeef"],
    ['{"auths":{"quay.io":{"auth":"cGxhbnRlZDpwdWxs', "cGxhbnRlZDpwdWxs"],
  ])("%j", (line, secret) => {
    const redactor = createRedactor();
    const clean = redactor.text("a.log", line);
    expect(clean).not.toContain(secret);
    expect(clean).toContain(replacement);
    expect(redactor.found()[0]).toMatchObject({ file: "a.log", where: expect.stringMatching(/^line \d+(\.|$)/) });
    expect(JSON.stringify(redactor.found())).not.toContain(secret);
  });

  test.each([
    "Host lab-0 went from known to installing. Starting installation",
    '2026-11-15T18:57:12.396Z level=info msg="pulling quay.io/edge/agent:latest"',
    "id 62f71fb5-c203-44aa-b7d2-9ac9e801596f, mac 52:54:00:12:34:56, 10.0.10.5/24",
    "pull_secret_set: true, ignition_endpoint_token_set=false",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL me@laptop",
    "see https://docs.example.com/path?page=2#token",
    '{"level": "info", "token_set": true, "msg": "formatted as it was"}',
  ])("%j stays as it is", (line) => {
    const redactor = createRedactor();
    expect(redactor.text("a.log", line)).toBe(line);
    expect(redactor.found()).toEqual([]);
  });

  test("a secret that was seen once is known everywhere", () => {
    const redactor = createRedactor();
    redactor.json("host.json", { fencing_credentials: JSON.stringify({ username: "root", password: "calvin99" }) });
    expect(redactor.known("a.log", "trying root with calvin99")).toBe(`trying root with ${replacement}`);
    redactor.text("b.log", '{"password": "planted-77"}\nGET /?api_key=planted-88');
    expect(redactor.known("a.log", "planted-77 planted-88")).toBe(`${replacement} ${replacement}`);
  });

  test.each([
    "the token: cluster lab has none",
    "pull secret: installed",
    "bad token: required",
    "Authorization: Bearer x",
    "Basic information about the cluster",
    '{"secret": "worker-user-data", "password": "required"}',
    "ssh://cluster@lab",
  ])("%j teaches nothing about the rest", (line) => {
    const redactor = createRedactor();
    redactor.text("a.log", line);
    const rest = { cluster_id: 1, status: "installed required Bearer information cluster", of: "worker-user-data" };
    expect(redactor.known("cluster.json", rest)).toEqual(rest);
  });

  test("what is known is taken out of values; keys stay", () => {
    const redactor = createRedactor();
    redactor.know("cluster");
    expect(redactor.known("x.json", { cluster_id: ["of cluster"] })).toEqual({ cluster_id: [`of ${replacement}`] });
    expect(redactor.found()).toEqual([{ file: "x.json", where: "cluster_id[0]", what: "secret known from elsewhere" }]);
  });

  test("each place is listed with its line, also behind a key of several lines", () => {
    const redactor = createRedactor();
    const clean = redactor.text(
      "a.log",
      `token=abc123\n${privateKey}\ntoken=abc123\n{"password":"x-1"} \ntoken=abc123`,
    );
    expect(redactor.found().map(({ where }) => where)).toEqual([
      "line 2",
      "line 1",
      "line 6",
      "line 7.password",
      "line 8",
    ]);
    expect(clean.split("\n")[7]).toBe(`token=${replacement}`);
  });

  test.each([
    ["a long word", "A".repeat(2_000_000)],
    ["words of one kind", "token".repeat(400_000)],
    ["words with dots", "a.".repeat(1_000_000)],
    ["the beginnings of tokens", "eyJ-".repeat(500_000)],
    ["backslashes", "\\".repeat(2_000_000)],
    ["quotes that nobody closes", `password="`.repeat(100_000)],
    ["brackets that nobody closes", 'password={"auths":{'.repeat(100_000)],
    ["many secrets", Array.from({ length: 50_000 }, (_, index) => `http://u:pw-${index}@h/`).join("\n")],
  ])("%s takes no longer than the text is long", (_, source) => {
    const redactor = createRedactor();
    redactor.known("a.log", redactor.text("a.log", source));
  });
});

describe("JSON", () => {
  test("fields that hold secrets are replaced whole; flags about them stay", () => {
    const redactor = createRedactor();
    const clean = redactor.json("cluster.json", {
      name: "lab",
      pull_secret: pullSecret,
      pull_secret_set: true,
      ssh_public_key: "ssh-ed25519 AAAA me",
      ignition_endpoint: { token: "endpoint-token" },
      hosts: [{ fencing_credentials: { password: "calvin99" }, http_proxy: "http://u:hunter2@proxy" }],
    });
    expect(clean).toEqual({
      name: "lab",
      pull_secret: replacement,
      pull_secret_set: true,
      ssh_public_key: "ssh-ed25519 AAAA me",
      ignition_endpoint: { token: replacement },
      hosts: [{ fencing_credentials: replacement, http_proxy: `http://u:${replacement}@proxy` }],
    });
    expect(redactor.found().map(({ where }) => where)).toEqual([
      "pull_secret",
      "ignition_endpoint.token",
      "hosts[0].fencing_credentials",
      "hosts[0].http_proxy",
    ]);
  });

  test("JSON in a text is looked into, as deep as it goes", () => {
    const inner = JSON.stringify({
      files: [{ source: "data:;base64,c2VjcmV0IGNvbnRlbnQ=" }],
      more: JSON.stringify({ password: "deep-secret" }),
    });
    const clean = JSON.stringify(createRedactor().json("x.json", { ignition_config_overrides: inner }));
    expect(clean).not.toContain("c2VjcmV0");
    expect(clean).not.toContain("deep-secret");
  });
});

describe("archives", () => {
  const tarOf = async (entries: Readonly<Record<string, string | Buffer>>) => {
    const tar = pack();
    for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
    tar.finalize();
    const chunks: Uint8Array[] = [];
    for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  const from = (...chunks: Uint8Array[]) => Readable.from(chunks);

  test("archives in archives are opened; each text is redacted, names cannot lead elsewhere", async () => {
    const inner = gzipSync(await tarOf({ "agent.logs": "password: calvin99\n" }));
    const outer = await tarOf({
      "host_1.tar.gz": inner,
      "../../etc/passwd": "harmless",
      "core.dump": Buffer.from([1, 0, 2]),
    });
    const redactor = createRedactor();
    const { files, leftOut } = await openArchive("logs", from(outer), redactor);
    expect(files).toEqual([
      { name: "logs/host_1/agent.logs", content: `password: ${replacement}\n` },
      { name: "logs/etc/passwd", content: "harmless" },
    ]);
    expect(leftOut).toEqual([{ file: "logs/core.dump", where: "all of it", what: "left out: it is no text" }]);
  });

  test("what is too much to hold is left out, and said so", async () => {
    const tar = await tarOf({ "a.log": "a".repeat(600), "b.log": "b".repeat(600) });
    const whole = await openArchive("logs", from(tar), createRedactor(), tar.length);
    expect(whole.files).toHaveLength(2);
    const packed = await openArchive("logs", from(gzipSync(tar)), createRedactor(), tar.length - 1);
    expect(packed.leftOut[0]).toMatchObject({ what: expect.stringContaining("too large") });
    const cut = await openArchive("logs", from(tar.subarray(0, 1_600), tar.subarray(1_600)), createRedactor(), 1_700);
    expect(cut.files).toEqual([{ name: "logs/a.log", content: "a".repeat(600) }]);
    expect(cut.leftOut).toEqual([
      { file: "logs", where: "what came after 1700 bytes", what: "left out: there is too much" },
    ]);
  });

  test("what cannot be unpacked is left out, and said so", async () => {
    const broken = gzipSync("x".repeat(1_000)).subarray(0, 20);
    const { files, leftOut } = await openArchive("logs", from(await tarOf({ "a.gz": broken })), createRedactor());
    expect(files).toEqual([]);
    expect(leftOut[0]).toMatchObject({ what: expect.stringContaining("cannot be unpacked") });
  });
});
