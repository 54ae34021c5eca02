import type { Cluster } from "@muster/contract";
import { Alert, Button, Card, CardBody, CardTitle, Form } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { updateCluster } from "../api/actions.ts";
import { clusterQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { TextAreaField } from "../parts/field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useDraft } from "../parts/use-draft.ts";
import { texts } from "../texts/index.ts";
import { encryptionOf, encryptionRequest, tangProblem } from "./encryption.ts";

const offered = ["none", "all", "masters", "workers", "arbiters", "masters,workers"] as const;

export function EncryptionForm({ cluster, isEditable }: Readonly<{ cluster: Cluster; isEditable: boolean }>) {
  const draft = useDraft(encryptionOf(cluster));
  const { values, set } = draft;
  const problem = tangProblem(values);
  const t = texts.storage;
  const choices = [...new Set([...offered, values.enableOn])];
  const saving = useMutation({
    mutationFn: async () => {
      const fresh = await queryClient.fetchQuery({ ...clusterQuery(cluster.id), staleTime: 0 });
      if (draft.conflictsWith(encryptionOf(fresh)).length > 0) return;
      await updateCluster(cluster.id, encryptionRequest(values));
      draft.clear();
    },
  });
  return (
    <Card isCompact className="mu-gap">
      <CardTitle component="h3">{t.encryption}</CardTitle>
      <CardBody>
        <ConflictAlert draft={draft} names={t.names} />
        <Refusal title={texts.general.notSaved} error={saving.error} />
        {saving.isSuccess && !draft.isDirty && <Alert variant="success" isInline isPlain title={texts.general.saved} />}
        <Form className="mu-narrow" onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            id="encrypt-on"
            label={t.encryptOn}
            disabled={!isEditable}
            choices={choices.map((value) => ({ value, label: t.encryptions[value] }))}
            value={values.enableOn}
            onChange={(value) => set("enableOn", value)}
          />
          {values.enableOn !== "none" && (
            <ChoiceField
              id="encrypt-mode"
              label={t.mode}
              disabled={!isEditable}
              choices={(["tpmv2", "tang"] as const).map((value) => ({ value, label: t.modes[value] }))}
              value={values.mode}
              onChange={(value) => set("mode", value)}
            />
          )}
          {values.enableOn !== "none" && values.mode === "tang" && (
            <TextAreaField
              id="tang-servers"
              label={t.tang}
              help={t.tangHelp}
              code
              rows={3}
              disabled={!isEditable}
              value={values.tang}
              problem={problem}
              onChange={(list) => set("tang", list)}
            />
          )}
          {draft.isDirty && (
            <div>
              <Button
                isLoading={saving.isPending}
                isDisabled={saving.isPending || problem !== null || draft.conflicts.length > 0}
                onClick={() => saving.mutate()}
              >
                {t.save}
              </Button>
            </div>
          )}
        </Form>
      </CardBody>
    </Card>
  );
}
