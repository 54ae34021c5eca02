import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  Switch,
} from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { updateCluster } from "../api/actions.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { DiscoveryDialog } from "../discovery/discovery-dialog.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { HostsPanel } from "./hosts-panel.tsx";

const columns = ["name", "role", "status", "cores", "memory", "disks"] as const;

export function HostsStep() {
  const cluster = useCluster();
  const mayEdit = useMayEdit() && isDraft(cluster);
  const [adding, setAdding] = useState(false);
  const scheduling = useMutation({
    mutationFn: (on: boolean) => updateCluster(cluster.id, { schedulable_masters: on }),
  });
  const forced = cluster.schedulable_masters_forced_true ?? false;
  const addButton = mayEdit && <Button onClick={() => setAdding(true)}>{texts.discovery.open}</Button>;
  return (
    <StepFrame step="hosts">
      <Refusal title={texts.general.notSaved} error={scheduling.error} onClose={scheduling.reset} />
      <div className="mu-spread mu-gap">
        {addButton || <span />}
        <Switch
          id="schedulable"
          label={forced ? texts.discovery.schedulableForced : texts.discovery.schedulable}
          isChecked={forced || (cluster.schedulable_masters ?? false)}
          isDisabled={!mayEdit || forced || scheduling.isPending}
          onChange={(_, on) => scheduling.mutate(on)}
        />
      </div>
      <HostsPanel
        scope={{ cluster_id: cluster.id }}
        cluster={cluster}
        columns={columns}
        empty={
          <EmptyState titleText={texts.hosts.emptyTitle} headingLevel="h3">
            <EmptyStateBody>{texts.hosts.empty}</EmptyStateBody>
            <EmptyStateFooter>
              <EmptyStateActions>{addButton}</EmptyStateActions>
            </EmptyStateFooter>
          </EmptyState>
        }
      />
      {adding && <DiscoveryDialog cluster={cluster} onClose={() => setAdding(false)} />}
    </StepFrame>
  );
}
