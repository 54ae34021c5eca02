import { useQuery } from "@tanstack/react-query";
import { clustersQuery, versionsQuery } from "../api/queries.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { useClusterDraft } from "../wizard/use-cluster-draft.ts";
import { detailsOf, detailsProblems, updateRequest } from "./details-fields.ts";
import { DetailsForm } from "./details-form.tsx";

export function DetailsStep() {
  const cluster = useCluster();
  const mayEdit = useMayEdit();
  const versions = useQuery(versionsQuery());
  const { data: clusters = [] } = useQuery(clustersQuery());
  const { draft, save } = useClusterDraft(detailsOf, updateRequest);
  const taken = clusters.filter(({ id }) => id !== cluster.id).flatMap(({ name }) => name ?? []);
  const problems = detailsProblems(draft.values, { taken, secretKnown: cluster.pull_secret_set ?? false });
  return (
    <StepFrame
      step="details"
      isDirty={draft.isDirty}
      onNext={save}
      isNextDisabled={Object.keys(problems).length > 0 || draft.conflicts.length > 0}
      {...(draft.isDirty && { nextLabel: texts.wizard.saveAndNext })}
    >
      <ConflictAlert draft={draft} names={texts.details.names} />
      <Loaded query={versions} what={texts.details.what}>
        {(known) => (
          <DetailsForm
            values={draft.values}
            set={draft.set}
            problems={problems}
            versions={known}
            fixed
            secretKnown={cluster.pull_secret_set ?? false}
            disabled={!mayEdit || !isDraft(cluster)}
          />
        )}
      </Loaded>
    </StepFrame>
  );
}
