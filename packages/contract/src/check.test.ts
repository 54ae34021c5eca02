import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import {
  type Checked,
  check,
  checkBody,
  checkHeaders,
  checkParams,
  checkQuery,
  describeProblems,
  errorBody,
  Inventory,
  infraErrorBody,
  KernelArgument,
  routes,
  Versions,
} from "./index.ts";

const cluster = { name: "lab", openshift_version: "4.20", pull_secret: "{}" };
const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

const reason = (result: Checked<unknown>) => (result.kind === "invalid" ? describeProblems(result.problems) : "valid");

describe("a request body", () => {
  test("that is right comes back without nulls, which mean not given", () => {
    const body = { ...cluster, tags: null, platform: { type: "baremetal", external: null } };
    expect(checkBody(routes.v2RegisterCluster, body)).toEqual({
      kind: "valid",
      value: { ...cluster, platform: { type: "baremetal" } },
    });
  });

  test("has all its problems told at once, each with place, value and what is allowed", () => {
    const body = {
      ...cluster,
      name: "",
      cluster_networks: [{ cidr: "10.0.0", host_prefix: 200 }],
      cpu_architecture: "6502",
    };
    expect(checkBody(routes.v2RegisterCluster, body)).toEqual({
      kind: "invalid",
      problems: [
        { kind: "wrong", path: "name", found: '""', allowed: "text of 1 to 54 characters" },
        {
          kind: "wrong",
          path: "cluster_networks[0].cidr",
          found: '"10.0.0"',
          allowed: "a network such as 192.168.0.0/24 or fd01::/48",
        },
        {
          kind: "wrong",
          path: "cluster_networks[0].host_prefix",
          found: "200",
          allowed: "a whole number from 1 to 128",
        },
        {
          kind: "wrong",
          path: "cpu_architecture",
          found: '"6502"',
          allowed: "one of x86_64, aarch64, arm64, ppc64le, s390x, multi",
        },
      ],
    });
  });

  test("makes one readable sentence of its problems", () => {
    const body = { openshift_version: 4.2, pull_secret: "{}", nam: "lab" };
    expect(reason(checkBody(routes.v2RegisterCluster, body))).toBe(
      "name is missing: give text of 1 to 54 characters; openshift_version is 4.2: give text; " +
        "nam is not a known field: did you mean name?",
    );
  });

  test("with an unknown field that resembles nothing is told what exists", () => {
    expect(reason(checkBody(routes.BindHost, { cluster_id: id, zzzzzzzzz: 1 }))).toBe(
      "zzzzzzzzz is not a known field: known here are cluster_id",
    );
  });

  test("may have unknown fields dropped instead, and always does in v1", () => {
    const body = { ...cluster, nam: "lab" };
    expect(checkBody(routes.v2RegisterCluster, body, { rejectUnknown: false })).toEqual({
      kind: "valid",
      value: cluster,
    });
    expect(checkBody(routes.RegisterCluster, body, { rejectUnknown: true })).toEqual({ kind: "valid", value: cluster });
  });

  test("may say nothing with an empty text where an id or a choice is optional", () => {
    const body = { name: "pool", pull_secret: "{}", image_type: "", cpu_architecture: "" };
    expect(checkBody(routes.RegisterInfraEnv, body)).toEqual({
      kind: "valid",
      value: { name: "pool", pull_secret: "{}" },
    });
    expect(reason(checkBody(routes.BindHost, { cluster_id: "" }))).toContain('cluster_id is "": give a UUID');
    expect(reason(checkBody(routes.V2UpdateCluster, { machine_network_cidr: "" }))).toContain("give a network");
  });

  test("that is missing is a problem, unless the operation can do without", () => {
    expect(reason(checkBody(routes.v2RegisterCluster, undefined))).toMatch(/^the body is missing/);
    expect(checkBody(routes.v2PostStepReply, undefined)).toEqual({ kind: "valid", value: undefined });
    expect(checkBody(routes.v2InstallCluster, {})).toEqual({ kind: "valid", value: undefined });
  });

  test("can be a text alone", () => {
    expect(checkBody(routes.v2UpdateClusterInstallConfig, '{"fips":true}')).toEqual({
      kind: "valid",
      value: '{"fips":true}',
    });
    expect(reason(checkBody(routes.v2UpdateClusterInstallConfig, { fips: true }))).toBe(
      "the body is an object: give text",
    );
  });

  test("never has a secret, nor the inside of an object, in a message", () => {
    const secret = "hunter2";
    const bodies = [
      [routes.v2RegisterCluster, { ...cluster, pull_secret: [secret], pull_secrets: secret }],
      [routes.v2UpdateHost, { fencing_credentials: { password: { [secret]: secret }, username: 1, address: 2 } }],
      [routes.v2UpdateHost, { fencing_credentials: { certificate_verification: secret } }],
      [routes.v2UpdateHost, { fencing_credentials: { address: "a", username: "b", password: 271828 } }],
      [routes.v2UpdateHost, { ignition_endpoint_token: { secret }, node_labels: secret.split("") }],
      [
        routes.RegisterInfraEnv,
        { name: "pool", pull_secret: { secret }, static_network_config: [{ network_yaml: { secret } }] },
      ],
    ] as const;
    for (const [route, body] of bodies) {
      const result = checkBody(route, body);
      expect(result.kind).toBe("invalid");
      expect(JSON.stringify(result)).not.toMatch(/hunter2|271828/);
    }
  });

  test("with a zero byte or half a character says what is odd about it", () => {
    const problems = ["a\0b", "\ud800"].map((text) => check(Type.String({ maxLength: 54 }), text));
    for (const checked of problems) {
      expect(checked.kind === "invalid" && describeProblems(checked.problems)).toContain("text without zero bytes");
    }
  });

  test("shows long values shortened", () => {
    expect(reason(checkBody(routes.BindHost, { cluster_id: "x".repeat(1000) })).length).toBeLessThan(200);
  });
});

describe("hostile values", () => {
  test("a million unknown fields give twenty problems", () => {
    const body = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`field${index}`, index]));
    const result = checkBody(routes.v2RegisterCluster, body);
    expect(result.kind === "invalid" && result.problems).toHaveLength(20);
  });

  test("nesting deeper than the stack is cut off by the schema", () => {
    const depth = 200_000;
    const nested: unknown = JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
    expect(check(Inventory, { disks: nested, extra: nested }, { rejectUnknown: false }).kind).toBe("invalid");
    expect(check(Type.Unknown(), nested).kind).toBe("valid");
  });

  test("text made to keep regular expressions busy is answered at once", () => {
    const busy = `${"a".repeat(100_000)} `;
    expect(check(KernelArgument, { value: busy }).kind).toBe("invalid");
    expect(checkBody(routes.V2UpdateCluster, { api_vips: [{ ip: "1:".repeat(100_000) }] }).kind).toBe("invalid");
    expect(checkBody(routes.V2UpdateCluster, { machine_network_cidr: "/".repeat(1_000_000) }).kind).toBe("invalid");
    expect(
      checkBody(routes.V2CreateClusterManifest, { file_name: `${".yaml.patch_".repeat(50_000)}!`, content: "" }).kind,
    ).toBe("invalid");
  });

  test("names that mean something to JavaScript are names like any other", () => {
    const body: unknown = JSON.parse('{"cluster_id":"x","__proto__":{"a":1},"constructor":1,"toString":2}');
    const result = checkBody(routes.BindHost, body);
    expect(result.kind === "invalid" && result.problems.map(({ path }) => path)).toEqual([
      "cluster_id",
      "__proto__",
      "constructor",
      "toString",
    ]);
    const map = check(Versions, JSON.parse('{"__proto__":"1.0"}'));
    expect(map.kind === "valid" && Object.entries(map.value)).toEqual([["__proto__", "1.0"]]);
  });

  test("numbers that are not numbers for JSON are refused", () => {
    expect(check(Type.Integer(), Number.POSITIVE_INFINITY).kind).toBe("invalid");
    expect(check(Type.Number(), Number.NaN).kind).toBe("invalid");
    expect(check(Type.Integer(), 1e300).kind).toBe("invalid");
  });
});

describe("parameters", () => {
  test("lists may be repeated or separated by commas", () => {
    const expected = { kind: "valid", value: { order: "ascending", severities: ["info", "error"] } };
    expect(checkQuery(routes.v2ListEvents, { severities: ["info", "error"] })).toEqual(expected);
    expect(checkQuery(routes.v2ListEvents, { severities: "info,error" })).toEqual(expected);
  });

  test("text becomes numbers and truth values, in the spellings that clients use", () => {
    expect(checkQuery(routes.v2ListEvents, { limit: "50", deleted_hosts: "True", cluster_level: "0" })).toEqual({
      kind: "valid",
      value: { limit: 50, deleted_hosts: true, cluster_level: false, order: "ascending" },
    });
  });

  test("that are empty count as not given, and unknown ones are ignored", () => {
    expect(checkQuery(routes.v2ListEvents, { limit: "", cluster_id: "", host_ids: "", utm: "x" })).toEqual({
      kind: "valid",
      value: { order: "ascending" },
    });
  });

  test("that are ids come back in one spelling, whichever the client has", () => {
    expect(checkParams(routes.v2GetCluster, { cluster_id: id.toUpperCase() })).toEqual({
      kind: "valid",
      value: { cluster_id: id },
    });
  });

  test("that are given twice count once, the last", () => {
    expect(checkQuery(routes.v2ListClusters, { owner: ["a", "b"] })).toEqual({
      kind: "valid",
      value: { owner: "b", with_hosts: false },
    });
  });

  test("that are wrong or missing say so", () => {
    expect(reason(checkQuery(routes.v2ListEvents, { limit: "ten", host_ids: `${id},x` }))).toBe(
      'host_ids[1] is "x": give a UUID such as 3fa85f64-5717-4562-b3fc-2c963f66afa6; limit is "ten": give a whole number',
    );
    expect(reason(checkQuery(routes.v2DownloadInfraEnvFiles, {}))).toBe(
      "file_name is missing: give one of discovery.ign, ipxe-script, static-network-config",
    );
    expect(reason(checkParams(routes.v2GetCluster, { cluster_id: "1" }))).toContain('cluster_id is "1": give a UUID');
  });

  test("in headers have defaults too", () => {
    expect(checkHeaders(routes.v2ListClusters, { accept: "*/*" })).toEqual({
      kind: "valid",
      value: { get_unregistered_clusters: false },
    });
    expect(checkHeaders(routes.v2GetCluster, { get_unregistered_clusters: "true" })).toEqual({
      kind: "valid",
      value: { get_unregistered_clusters: true },
    });
  });
});

describe("error bodies", () => {
  test("have the two shapes of the wire", () => {
    expect(errorBody(409, "no")).toEqual({ kind: "Error", id: 409, href: "", code: "409", reason: "no" });
    expect(infraErrorBody(401, "who?")).toEqual({ code: 401, message: "who?" });
  });
});
