import { Link } from "@tanstack/react-router";
import { texts } from "../texts/index.ts";
import type { Step } from "./steps.ts";

/** Leads to the step where a failing check can be mended. */
export function StepLink({ clusterId, step }: Readonly<{ clusterId: string; step: Step }>) {
  return (
    <Link to="/clusters/$clusterId/setup/$step" params={{ clusterId, step }}>
      {texts.hosts.fixHere(texts.wizard.steps[step])}
    </Link>
  );
}
