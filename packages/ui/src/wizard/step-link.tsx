import { Link } from "@tanstack/react-router";
import type { Check } from "../live/checks.ts";
import { texts } from "../texts/index.ts";
import { stepOf } from "./steps.ts";

/** Leads to the step where a failing check can be mended. */
export function StepLink({
  clusterId,
  check,
  about,
}: Readonly<{ clusterId: string; check: Pick<Check, "id" | "group">; about: "cluster" | "host" }>) {
  const step = stepOf(check.id, check.group, about);
  return (
    <Link to="/clusters/$clusterId/setup/$step" params={{ clusterId, step }}>
      {texts.hosts.fixHere(texts.wizard.steps[step])}
    </Link>
  );
}
