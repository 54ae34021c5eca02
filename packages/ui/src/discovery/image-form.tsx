import type { HostStaticNetworkConfig, InfraEnv } from "@muster/contract";
import { Checkbox, ExpandableSection, Form, ModalBody } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { updateInfraEnv } from "../api/actions.ts";
import { infraEnvQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { DialogFooter } from "../parts/dialog-footer.tsx";
import { Field, TextAreaField, TextField } from "../parts/field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useDraft } from "../parts/use-draft.ts";
import { texts } from "../texts/index.ts";
import { type ImageChoice, imageChoices, imageFieldsOf, imageProblems, imageRequest } from "./image-fields.ts";

export function ImageForm({
  infraEnv,
  onSaved,
  onClose,
}: Readonly<{ infraEnv: InfraEnv; onSaved: (choice: ImageChoice) => void; onClose: () => void }>) {
  const draft = useDraft(imageFieldsOf(infraEnv));
  const { values, set } = draft;
  const [isIpxe, setIpxe] = useState(false);
  const [more, setMore] = useState(false);
  const problems = imageProblems(values);
  const t = texts.discovery;
  const hosts: HostStaticNetworkConfig[] = JSON.parse(infraEnv.static_network_config || "[]");
  const saving = useMutation({
    mutationFn: async () => {
      if (draft.isDirty) {
        const fresh = await queryClient.fetchQuery({ ...infraEnvQuery(infraEnv.id), staleTime: 0 });
        if (draft.conflictsWith(imageFieldsOf(fresh)).length > 0) return false;
        await updateInfraEnv(infraEnv.id, imageRequest(values));
      }
      return true;
    },
    onSuccess: (saved) => saved && onSaved(isIpxe ? "ipxe" : values.imageType),
  });
  return (
    <>
      <ModalBody>
        <ConflictAlert draft={draft} names={t.names} />
        <Refusal title={texts.general.notSaved} error={saving.error} />
        <Form onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            id="image-type"
            label={t.imageType}
            choices={imageChoices.map((value) => ({ value, label: t.imageTypes[value] }))}
            value={isIpxe ? "ipxe" : values.imageType}
            onChange={(choice) => {
              setIpxe(choice === "ipxe");
              if (choice !== "ipxe") set("imageType", choice);
            }}
          />
          <TextAreaField
            id="image-ssh-key"
            label={t.sshKey}
            help={t.sshKeyHelp}
            code
            rows={2}
            value={values.sshKey}
            problem={problems.sshKey ?? null}
            onChange={(key) => set("sshKey", key)}
          />
          <Field id="image-network" label={t.network}>
            <div className="mu-row">
              <span>{hosts.length === 0 ? t.networkNone : t.networkSome(hosts.length)}</span>
              <Link to="/infra-envs/$infraEnvId/network" params={{ infraEnvId: infraEnv.id }}>
                {t.networkEdit}
              </Link>
            </div>
          </Field>
          <ExpandableSection toggleText={t.more} isExpanded={more} onToggle={(_, open) => setMore(open)}>
            <div className="pf-v6-c-form">
              <Checkbox
                id="use-proxy"
                label={t.proxy}
                isChecked={values.useProxy}
                onChange={(_, on) => set("useProxy", on)}
              />
              {values.useProxy && (
                <>
                  <TextField
                    id="http-proxy"
                    label={t.httpProxy}
                    help={t.httpProxyHelp}
                    value={values.httpProxy}
                    problem={problems.httpProxy ?? null}
                    onChange={(url) => set("httpProxy", url)}
                  />
                  <TextField
                    id="https-proxy"
                    label={t.httpsProxy}
                    value={values.httpsProxy}
                    problem={problems.httpsProxy ?? null}
                    onChange={(url) => set("httpsProxy", url)}
                  />
                  <TextField
                    id="no-proxy"
                    label={t.noProxy}
                    help={t.noProxyHelp}
                    value={values.noProxy}
                    problem={problems.noProxy ?? null}
                    onChange={(list) => set("noProxy", list)}
                  />
                </>
              )}
              <TextField
                id="image-ntp"
                label={t.ntp}
                help={t.ntpHelp}
                value={values.ntp}
                problem={problems.ntp ?? null}
                onChange={(list) => set("ntp", list)}
              />
              <TextAreaField
                id="image-trust"
                label={t.trust}
                help={t.trustHelp}
                code
                value={values.trust}
                problem={problems.trust ?? null}
                onChange={(pem) => set("trust", pem)}
              />
              <TextAreaField
                id="image-kargs"
                label={t.kernelArguments}
                help={t.kernelArgumentsHelp}
                code
                rows={3}
                value={values.kernelArguments}
                problem={problems.kernelArguments ?? null}
                onChange={(list) => set("kernelArguments", list)}
              />
            </div>
          </ExpandableSection>
        </Form>
      </ModalBody>
      <DialogFooter
        action={t.save}
        isPending={saving.isPending}
        isDisabled={Object.keys(problems).length > 0 || draft.conflicts.length > 0}
        onAction={saving.mutate}
        onClose={onClose}
      />
    </>
  );
}
