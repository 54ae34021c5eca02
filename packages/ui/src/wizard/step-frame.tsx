import { Button, Icon, Title } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import HourglassIcon from "@patternfly/react-icons/dist/esm/icons/hourglass-half-icon";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useTitle } from "../app/use-title.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import type { HostRow } from "../live/host-row.ts";
import { hostRowsQuery } from "../live/live.ts";
import { Refusal } from "../parts/refusal.tsx";
import { UnsavedGuard } from "../parts/unsaved-guard.tsx";
import { texts } from "../texts/index.ts";
import { BlockerList } from "./blocker-list.tsx";
import { type Blocker, blockersOf } from "./blockers.ts";
import { type Step, steps } from "./steps.ts";

const noRows: readonly HostRow[] = [];

/** One step: the way through all of them, what is missing here, the step itself, and the buttons. */
export function StepFrame({
  step,
  children,
  onNext,
  nextLabel,
  isNextDisabled = false,
  isDirty = false,
}: Readonly<{
  step: Step;
  children: ReactNode;
  /** Saves; false keeps the person here. */
  onNext?: () => Promise<boolean>;
  nextLabel?: string;
  isNextDisabled?: boolean;
  /** Something was changed and not saved. */
  isDirty?: boolean;
}>) {
  const cluster = useCluster();
  const navigate = useNavigate();
  const { data: rows = noRows } = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  const isSaved = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const blockers = useMemo(
    () => new Map(steps.map((name) => [name, blockersOf(name, cluster, rows)])),
    [cluster, rows],
  );
  // The last step installs: it is done when nothing is missing anywhere.
  const standingIn = (name: Step) => (name === "review" ? [...blockers.values()].flat() : (blockers.get(name) ?? []));
  useTitle(`${texts.wizard.steps[step]} · ${cluster.name}`);
  const at = steps.indexOf(step);
  const previous = steps[at - 1];
  const next = steps[at + 1];
  const goTo = (target: Step) =>
    navigate({ to: "/clusters/$clusterId/setup/$step", params: { clusterId: cluster.id, step: target } });
  const goOn = async () => {
    setBusy(true);
    setError(null);
    try {
      if (((await onNext?.()) ?? true) && next) {
        isSaved.current = true;
        await goTo(next);
      }
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mu-wizard">
      <UnsavedGuard hasChanges={() => isDirty && !isSaved.current} />
      <nav aria-label={texts.wizard.navigation}>
        <ol className="mu-steps">
          {steps.map((name, index) => (
            <li key={name}>
              <Link
                to="/clusters/$clusterId/setup/$step"
                params={{ clusterId: cluster.id, step: name }}
                aria-current={name === step ? "step" : undefined}
              >
                <span className="mu-number">{index + 1}</span>
                <span>{texts.wizard.steps[name]}</span>
                <StepState blockers={standingIn(name)} />
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <section className="mu-step">
        <Title headingLevel="h2" className="mu-gap">
          {texts.wizard.steps[step]}
        </Title>
        <BlockerList blockers={blockers.get(step) ?? []} clusterId={cluster.id} />
        <Refusal title={texts.general.notSaved} error={error} onClose={() => setError(null)} />
        {children}
        <div className="mu-row mu-footer">
          {previous && (
            <Button variant="secondary" onClick={() => void goTo(previous)}>
              {texts.general.back}
            </Button>
          )}
          {next && (
            <Button isLoading={busy} isDisabled={busy || isNextDisabled} onClick={() => void goOn()}>
              {nextLabel ?? texts.general.next}
            </Button>
          )}
        </div>
      </section>
    </div>
  );
}

function StepState({ blockers }: Readonly<{ blockers: readonly Blocker[] }>) {
  const fails = blockers.some(({ kind }) => kind === "fails");
  const waits = blockers.some(({ kind }) => kind === "waits");
  const { stepStates } = texts.wizard;
  if (fails) {
    return (
      <Icon status="danger">
        <ExclamationCircleIcon role="img" aria-label={stepStates.open} />
      </Icon>
    );
  }
  if (waits) {
    return (
      <Icon status="info">
        <HourglassIcon role="img" aria-label={stepStates.waits} />
      </Icon>
    );
  }
  return (
    <Icon status="success">
      <CheckCircleIcon role="img" aria-label={stepStates.done} />
    </Icon>
  );
}
