import type { Draft } from "../draft.ts";
import type { EventDraft } from "../events/draft.ts";
import { aboutCluster, aboutHost } from "../events/subject.ts";
import type { ValidationResult } from "../finding.ts";
import type { Cluster } from "../model/cluster.ts";
import { type Host, hostName } from "../model/host.ts";

const failsNow = "used to pass and now fails";

/** Only what passed and fails now, or failed and passes now, is news (reference service 4.1). */
function turned<Id extends string>(
  before: readonly ValidationResult<Id>[],
  after: readonly ValidationResult<Id>[],
): readonly ValidationResult<Id>[] {
  if (before === after || before.length === 0) return [];
  const statuses = new Map(before.map(({ id, status }) => [id, status]));
  return after.filter(({ id, status }) => {
    const old = statuses.get(id);
    return (old === "success" && status === "failure") || (old === "failure" && status === "success");
  });
}

export function validationEvents(
  draft: Draft,
  hostsBefore: readonly Host[],
  clusterBefore: Cluster | null,
): EventDraft[] {
  const { cluster } = draft;
  const events: EventDraft[] = [];
  const before = new Map(hostsBefore.map((host) => [host.id, host.validations]));
  for (const host of draft.hosts) {
    for (const { id, status, message } of turned(before.get(host.id) ?? [], host.validations)) {
      const props = { host_name: hostName(host), validation_id: id };
      events.push(
        status === "success"
          ? aboutHost("host_validation_fixed", host, props)
          : aboutHost("host_validation_failed", host, { ...props, failure_message: `${failsNow}: ${message}` }),
      );
    }
  }
  if (cluster === null || clusterBefore === null) return events;
  for (const { id, status, message } of turned(clusterBefore.validations, cluster.validations)) {
    const props = { validation_id: id, validation_msg: message };
    events.push(
      status === "success"
        ? aboutCluster("cluster_validation_fixed", cluster, props)
        : aboutCluster("cluster_validation_failed", cluster, { ...props, failure_message: failsNow }),
    );
  }
  return events;
}
