import type { Host } from "@muster/contract";
import { Alert, Button, Form } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { updateHost } from "../api/actions.ts";
import { hostQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { TextAreaField, TextField } from "../parts/field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useDraft } from "../parts/use-draft.ts";
import { texts } from "../texts/index.ts";
import { assignableRoles, hostFieldsOf, hostProblems, hostRequest } from "./host-fields.ts";

const names = { name: texts.hosts.name, role: texts.hosts.role, labels: texts.hosts.labels };

export function HostEdit({ host, isRoleOpen }: Readonly<{ host: Host; isRoleOpen: boolean }>) {
  const draft = useDraft(hostFieldsOf(host));
  const problems = hostProblems(draft.values);
  const address = { id: host.id, infraEnvId: host.infra_env_id ?? "" };
  const saving = useMutation({
    mutationFn: async () => {
      const fresh = await queryClient.fetchQuery({ ...hostQuery(address.infraEnvId, address.id), staleTime: 0 });
      if (draft.conflictsWith(hostFieldsOf(fresh)).length > 0) return;
      await updateHost(address, hostRequest(draft.values, draft.changed));
      draft.clear();
    },
  });
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <ConflictAlert draft={draft} names={names} />
      <Refusal title={texts.general.notSaved} error={saving.error} />
      {saving.isSuccess && !draft.isDirty && <Alert variant="success" isInline isPlain title={texts.general.saved} />}
      <TextField
        id="host-name"
        label={texts.hosts.name}
        help={texts.hosts.nameHelp}
        value={draft.values.name}
        problem={problems.name ?? null}
        onChange={(name) => draft.set("name", name)}
      />
      {isRoleOpen && (
        <ChoiceField
          id="host-role"
          label={texts.hosts.role}
          help={texts.hosts.roleHelp}
          choices={assignableRoles.map((value) => ({ value, label: texts.roles[value] }))}
          value={draft.values.role}
          onChange={(role) => draft.set("role", role)}
        />
      )}
      <TextAreaField
        id="host-labels"
        label={texts.hosts.labels}
        help={texts.hosts.labelsHelp}
        code
        rows={3}
        value={draft.values.labels}
        problem={problems.labels ?? null}
        onChange={(labels) => draft.set("labels", labels)}
      />
      <div>
        <Button
          isDisabled={
            !draft.isDirty || Object.keys(problems).length > 0 || draft.conflicts.length > 0 || saving.isPending
          }
          isLoading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {texts.general.save}
        </Button>
      </div>
    </Form>
  );
}
