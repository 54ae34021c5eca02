import { describe, expect, test } from "vitest";
import { aHost, id, infraEnvId } from "../../test/builders.ts";
import { argsOf, jsonOf, policy, type Scene } from "../../test/step-scene.ts";
import { registrationCommand } from "./registration.ts";

const { agentImage } = policy;

describe("inventory", () => {
  test("names the host, and limits when they are set", () => {
    expect(argsOf("inventory", "discovering")).toEqual([id(1)]);
    const limits = { agentInventoryMaxSize: 1_000_000, agentInventoryDiskMinSize: 1_024 };
    expect(argsOf("inventory", "discovering", { policy: limits })).toEqual([
      id(1),
      "--output-max-size=1000000",
      "--disk-min-size=1024",
    ]);
  });
});

describe("ntp-synchronizer", () => {
  test.each<[string, Scene, string]>([
    ["nothing configured", {}, ""],
    [
      "additional sources of cluster and image",
      { cluster: { additionalNtpSource: "a, b" }, infraEnv: { additionalNtpSources: "b,c" } },
      "a,b,c",
    ],
    ["sources that replace all", { cluster: { ntpSources: "x,y", additionalNtpSource: "a" } }, "x,y"],
    ["sources of the image that replace all", { infraEnv: { ntpSources: "z" } }, "z"],
  ])("%s", (_, given, expected) => {
    expect(jsonOf("ntp-synchronizer", "known", given)).toEqual({ ntp_source: expected });
  });
});

describe("registration", () => {
  test("tells the agent what to run, and how soon to try again", () => {
    expect(registrationCommand(aHost(), policy)).toEqual({
      command: "",
      args: [`{"infra_env_id":"${infraEnvId}","host_id":"${id(1)}","agent_version":"${agentImage}"}`],
      retrySeconds: 60,
    });
  });
});
