// From the last node to the end: the stages that the controller goes through once the service says "finalizing".
import type {
  Cluster,
  FinalizingStage,
  MonitoredOperator,
  OperatorMonitorReport,
  OperatorStatus,
  OperatorType,
} from "@muster/contract";
import type { ControllerLink } from "./controller-link.ts";
import { ingressCertificate } from "./ingress-certificate.ts";
import type { ControllerBehaviour } from "./scripted-controller.ts";

type Finalizing = Readonly<{
  link: ControllerLink;
  behaviour: ControllerBehaviour;
  pause: (seconds: number) => Promise<void>;
}>;

type Step = Readonly<{ stage: FinalizingStage; work: (finalizing: Finalizing) => Promise<void> }>;

/** Whether nothing that the controller says can matter any more. */
const isLost = ({ status }: Cluster): boolean => status === "error" || status === "cancelled";

export const finalizingSteps: readonly Step[] = [
  { stage: "Waiting for cluster operators", work: (finalizing) => waitForOperators(finalizing, "builtin") },
  { stage: "Adding router ca", work: ({ link }) => link.uploadIngressCertificate(ingressCertificate) },
  { stage: "Waiting for olm operators csv initialization", work: ({ pause }) => pause(10) },
  { stage: "Applying olm manifests", work: applyManifests },
  { stage: "Waiting for olm operators csv", work: (finalizing) => waitForOperators(finalizing, "olm") },
  { stage: "Done", work: ({ link }) => link.complete() },
];

export async function finalize(finalizing: Finalizing): Promise<void> {
  for (const { stage, work } of finalizingSteps) {
    if (isLost(await finalizing.link.cluster())) return;
    await finalizing.link.finalizing(stage);
    await work(finalizing);
  }
}

async function applyManifests({ link, pause }: Finalizing): Promise<void> {
  if ((await link.customManifests()) === "") return;
  await link.kubeconfig();
  await pause(10);
}

/** Reports each operator as it gets on; what the service shows is what counts. */
async function waitForOperators({ link, behaviour, pause }: Finalizing, type: OperatorType): Promise<void> {
  for (;;) {
    const operators = (await link.operators()).filter(({ operator_type }) => operator_type === type);
    const waiting = operators.filter((operator) => !isSettled(operator));
    if (waiting.length === 0) return;
    const cluster = await link.cluster();
    if (isLost(cluster)) return;
    const isLate = cluster.progress?.finalizing_stage_timed_out ?? false;
    for (const operator of waiting) await link.reportOperator(reportOf(operator, behaviour, isLate));
    await pause(20);
  }
}

/** An add-on that failed does not hold the cluster back. */
const isSettled = ({ operator_type, status }: MonitoredOperator): boolean =>
  status === "available" || (operator_type === "olm" && status === "failed");

/** First seen at work, then as what becomes of it; an add-on that the service has lost patience with has failed. */
function reportOf(operator: MonitoredOperator, behaviour: ControllerBehaviour, isLate: boolean): OperatorMonitorReport {
  const { name = "", version = "1.0.0", operator_type } = operator;
  const fate = behaviour.operator?.(name) ?? "available";
  const end = fate !== "stuck" ? fate : isLate && operator_type === "olm" ? "failed" : "progressing";
  const status: OperatorStatus = operator.status === "progressing" ? end : "progressing";
  return { name, version, status, status_info: `${name} was seen ${status}` };
}
