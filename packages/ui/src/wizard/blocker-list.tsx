import type { Cause } from "@muster/contract";
import { Alert } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { explainClusterQuery } from "../api/queries.ts";
import { checkTitle } from "../parts/check-title.ts";
import { Finding } from "../parts/finding.tsx";
import { texts } from "../texts/index.ts";
import type { Blocker } from "./blockers.ts";

const shownHosts = 5;
const tones = { fails: "danger", waits: "info", warns: "warning" } as const;

/** What keeps a step from being done, with what to do about each. */
export function BlockerList({ blockers, clusterId }: Readonly<{ blockers: readonly Blocker[]; clusterId: string }>) {
  const { data: explanation } = useQuery(explainClusterQuery(clusterId));
  const causeOf = (blocker: Blocker): Cause | undefined =>
    explanation?.causes.find(
      ({ id, subject }) =>
        id === blocker.id && (blocker.about === "cluster" || blocker.hosts.some((host) => host.id === subject.id)),
    );
  return (["fails", "waits", "warns"] as const).map((kind) => {
    const members = blockers.filter((blocker) => blocker.kind === kind);
    if (members.length === 0) return null;
    const title =
      kind === "fails"
        ? texts.wizard.blocksTitle(members.length)
        : kind === "waits"
          ? texts.wizard.waitsTitle
          : texts.wizard.warnsTitle;
    return (
      <Alert key={kind} isInline variant={tones[kind]} title={title} className="mu-gap" isExpandable={kind !== "fails"}>
        <ul className="mu-checks">
          {members.map((blocker) => (
            <li key={`${blocker.about} ${blocker.id}`} data-check={blocker.id}>
              <div>
                <strong>{checkTitle(blocker.id)}</strong>
                <Finding message={blocker.message} cause={causeOf(blocker)} />
                <HostNames blocker={blocker} clusterId={clusterId} />
              </div>
            </li>
          ))}
        </ul>
      </Alert>
    );
  });
}

function HostNames({ blocker: { hosts }, clusterId }: Readonly<{ blocker: Blocker; clusterId: string }>) {
  if (hosts.length === 0) return null;
  return (
    <p className="mu-row">
      {hosts.slice(0, shownHosts).map(({ id, name }) => (
        <Link key={id} to="/clusters/$clusterId/hosts" params={{ clusterId }} search={{ host: id }}>
          {name}
        </Link>
      ))}
      {hosts.length > shownHosts && <span>+{hosts.length - shownHosts}</span>}
    </p>
  );
}
