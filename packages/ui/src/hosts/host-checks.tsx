import type { Cause, Cluster } from "@muster/contract";
import { ExpandableSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { explainHostQuery } from "../api/queries.ts";
import { type Check, hasFailed, hasPassed } from "../live/checks.ts";
import type { HostRow } from "../live/host-row.ts";
import { CheckIcon } from "../parts/check-icon.tsx";
import { checkTitle } from "../parts/check-title.ts";
import { Finding } from "../parts/finding.tsx";
import { texts } from "../texts/index.ts";
import { StepLink } from "../wizard/step-link.tsx";
import { stepOf } from "../wizard/steps.ts";
import { failuresOf } from "./failures.ts";

/** What is wrong comes first and in full; what passed is one line for each group. */
export function HostChecks({ row, cluster }: Readonly<{ row: HostRow; cluster: Pick<Cluster, "id"> | null }>) {
  const { data: explanation } = useQuery(explainHostQuery(row.id));
  const { failed, waiting, passed } = failuresOf(row.checks);
  const open = row.checks.filter((check) => !hasPassed(check));
  const causes = new Map(explanation?.causes.map((cause) => [cause.id, cause]));
  const groups = Object.entries(Object.groupBy(row.checks, ({ group }) => group));
  return (
    <>
      <p className="mu-gap" role="status">
        {failed + waiting === 0
          ? texts.hosts.allPassed
          : [
              failed > 0 && texts.hosts.checksFailed(failed),
              waiting > 0 && texts.hosts.checksWaiting(waiting),
              texts.hosts.checksPassed(passed),
            ]
              .filter(Boolean)
              .join(", ")}
      </p>
      <ul className="mu-checks">
        {open
          .toSorted((one, other) => Number(hasFailed(other)) - Number(hasFailed(one)))
          .map((check) => (
            <OpenCheck key={check.id} check={check} cause={causes.get(check.id)} cluster={cluster} />
          ))}
      </ul>
      {groups.map(([group, checks = []]) => {
        const done = checks.filter(hasPassed);
        return (
          done.length > 0 && (
            <ExpandableSection
              key={group}
              toggleText={`${texts.checkGroups[group] ?? group}: ${texts.hosts.checksPassed(done.length)}`}
            >
              <ul className="mu-checks">
                {done.map((check) => (
                  <li key={check.id}>
                    <CheckIcon status={check.status} />
                    <span>{checkTitle(check.id)}</span>
                  </li>
                ))}
              </ul>
            </ExpandableSection>
          )
        );
      })}
    </>
  );
}

function OpenCheck({
  check,
  cause,
  cluster,
}: Readonly<{ check: Check; cause: Cause | undefined; cluster: Pick<Cluster, "id"> | null }>) {
  return (
    <li data-check={check.id}>
      <CheckIcon status={check.status} />
      <div>
        <strong>{checkTitle(check.id)}</strong>
        <Finding message={check.message} cause={cause} />
        {cluster && hasFailed(check) && (
          <StepLink clusterId={cluster.id} step={stepOf(check.id, check.group, "host")} />
        )}
      </div>
    </li>
  );
}
