import type { HostRole } from "@muster/contract";
import { afterEach, describe, expect, test } from "vitest";
import { clusterId, infraEnvId, PaperService } from "../../test/paper-service.ts";
import { eventually } from "../../test/paper-site.ts";
import { createClock } from "../clock.ts";
import { type NodeState, RisingCluster } from "../site/rising-cluster.ts";
import { type ControllerBehaviour, ScriptedController, stagesToReport } from "./scripted-controller.ts";

const controllers: ScriptedController[] = [];
afterEach(() => Promise.all(controllers.splice(0).map((controller) => controller.stop())));

function startController(service: PaperService, behaviour: ControllerBehaviour = {}, isSingleNode = false) {
  const cluster = new RisingCluster(clusterId, { isSingleNode });
  const controller = new ScriptedController({ client: service.client, clock: createClock(20_000), cluster, behaviour });
  controllers.push(controller);
  controller.start();
  return { cluster, controller };
}

const aNode = (state: NodeState, role: HostRole = "master") => ({
  hostId: "00000000-0000-4000-8000-000000000001",
  infraEnvId,
  hostname: "one",
  role,
  state,
});

describe("what the controller reports of a node", () => {
  test.each([
    ["configuring", "Rebooting", false, ["Configuring"]],
    ["configuring", "Configuring", false, []],
    ["configuring", "Rebooting", true, []],
    ["joined", "Configuring", false, ["Joined"]],
    ["joined", "Waiting for ignition", false, ["Joined"]],
    ["ready", "Rebooting", true, ["Joined", "Done"]],
    ["ready", "Joined", false, ["Done"]],
    ["ready", "Done", false, []],
  ] as const)("%s, believed at %s, single node %s: %j", (state, stage, isSingleNode, expected) => {
    expect(stagesToReport(aNode(state), stage, isSingleNode)).toEqual(expected);
  });
});

describe("finalizing", () => {
  test("waits for the service, then goes through the stages in order and completes", async () => {
    const service = new PaperService();
    service.operators.set("console", "progressing").set("cvo", "progressing").set("lso", "progressing");
    const { cluster } = startController(service);
    await eventually(() => cluster.controllerIsReady);
    expect(service.finalizing).toEqual([]);
    service.cluster = { ...service.cluster, status: "finalizing" };
    await eventually(() => service.count("v2CompleteInstallation") === 1);
    expect(service.finalizing).toEqual([
      "Waiting for cluster operators",
      "Adding router ca",
      "Waiting for olm operators csv initialization",
      "Applying olm manifests",
      "Waiting for olm operators csv",
      "Done",
    ]);
    expect([...service.operators.values()]).toEqual(["available", "available", "available"]);
    const certificate = service.received.find(({ id }) => id === "v2UploadClusterIngressCert");
    expect(certificate?.body).toMatch(/^-----BEGIN CERTIFICATE-----/);
    await eventually(() => service.count("v2UpdateClusterLogsProgress") === 3);
    expect(service.count("V2UploadLogs")).toBe(1);
  });

  test("goes on when an add-on fails, and calls one that is stuck failed once the service has lost patience", async () => {
    const service = new PaperService();
    service.operators.set("console", "progressing").set("lso", "progressing").set("odf", "progressing");
    service.cluster = { ...service.cluster, status: "finalizing" };
    startController(service, {
      operator: (name) => (name === "lso" ? "failed" : name === "odf" ? "stuck" : "available"),
    });
    await eventually(() => service.finalizing.at(-1) === "Waiting for olm operators csv");
    await eventually(() => service.operators.get("lso") === "failed");
    expect(service.operators.get("odf")).toBe("progressing");
    service.cluster = { ...service.cluster, progress: { finalizing_stage_timed_out: true } };
    await eventually(() => service.count("v2CompleteInstallation") === 1);
    expect(service.operators.get("odf")).toBe("failed");
  });

  test("ends when the cluster is given up, and never begins for one that is gone", async () => {
    const service = new PaperService();
    service.operators.set("console", "progressing");
    service.cluster = { ...service.cluster, status: "finalizing" };
    const { controller } = startController(service, { operator: () => "stuck" });
    await eventually(() => service.count("v2ReportMonitoredOperatorStatus") > 1);
    service.cluster = { ...service.cluster, status: "error" };
    await controller.ended;
    expect(service.finalizing).toEqual(["Waiting for cluster operators"]);

    const gone = new PaperService();
    gone.on("v2GetCluster", () => ({ status: 404 }));
    await startController(gone).controller.ended;
    expect(new Set(gone.received.map(({ id }) => id))).toEqual(new Set(["v2GetCluster"]));
  });

  test("starts over when the service was away for longer than it had patience", async () => {
    const service = new PaperService();
    service.cluster = { ...service.cluster, status: "finalizing" };
    service.operators.set("console", "progressing");
    let refusals = 30;
    service.on("v2UploadClusterIngressCert", () => ({ status: refusals-- > 0 ? 500 : 201 }));
    startController(service);
    await eventually(() => service.count("v2CompleteInstallation") === 1);
    expect(service.finalizing.filter((stage) => stage === "Adding router ca").length).toBeGreaterThan(1);
  });
});
