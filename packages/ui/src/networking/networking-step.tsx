import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { defaultConfigQuery } from "../api/queries.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { HostsPanel } from "../hosts/hosts-panel.tsx";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { useClusterDraft } from "../wizard/use-cluster-draft.ts";
import { DnsRecords } from "./dns-records.tsx";
import { networkFieldsOf, networkRequest } from "./network-fields.ts";
import { NetworkForm } from "./network-form.tsx";
import { networkProblems } from "./network-problems.ts";

const columns = ["name", "role", "status", "address"] as const;

export function NetworkingStep() {
  const cluster = useCluster();
  const isEditable = useMayEdit() && isDraft(cluster);
  const { data: defaults = {} } = useQuery(defaultConfigQuery());
  const { draft, save } = useClusterDraft(networkFieldsOf, networkRequest);
  const problems = networkProblems(draft.values, cluster);
  return (
    <StepFrame
      step="networking"
      isDirty={draft.isDirty}
      // Who saved stays, to see what the checks say to the new networks.
      onNext={async () => (await save()) && !draft.isDirty}
      isNextDisabled={Object.keys(problems).length > 0 || draft.conflicts.length > 0}
      nextLabel={draft.isDirty ? texts.general.save : texts.general.next}
    >
      <ConflictAlert draft={draft} names={texts.networking.names} />
      <div className="mu-columns">
        <NetworkForm cluster={cluster} draft={draft} problems={problems} defaults={defaults} isEditable={isEditable} />
        <DnsRecords cluster={cluster} fields={draft.values} />
      </div>
      <Title headingLevel="h3" size="md" className="mu-subtitle">
        {texts.networking.hostsTitle}
      </Title>
      <HostsPanel scope={{ cluster_id: cluster.id }} cluster={cluster} columns={columns} />
    </StepFrame>
  );
}
