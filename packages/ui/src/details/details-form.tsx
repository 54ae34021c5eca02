import type { OpenshiftVersions } from "@muster/contract";
import { Form } from "@patternfly/react-core";
import type { FormEvent } from "react";
import { ChoiceField } from "../parts/choice-field.tsx";
import { TextAreaField, TextField } from "../parts/field.tsx";
import { texts } from "../texts/index.ts";
import {
  architecturesOf,
  controlPlaneCounts,
  type DetailsFields,
  type DetailsProblems,
  platforms,
  versionChoices,
} from "./details-fields.ts";

/** For a button outside of the form that sends it. */
export const detailsFormId = "cluster-details";

export function DetailsForm({
  values,
  set,
  problems,
  versions,
  fixed,
  secretKnown,
  disabled,
  onSubmit,
}: Readonly<{
  values: DetailsFields;
  set: <Name extends keyof DetailsFields>(name: Name, value: DetailsFields[Name]) => void;
  problems: DetailsProblems;
  versions: OpenshiftVersions;
  /** After creation some things stay. */
  fixed: boolean;
  secretKnown: boolean;
  disabled: boolean;
  /** Enter in a field. */
  onSubmit?: () => void;
}>) {
  const t = texts.details;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const problem = (name: keyof DetailsFields) => problems[name] ?? null;
  return (
    <Form id={detailsFormId} className="mu-narrow" onSubmit={submit}>
      <TextField
        id="cluster-name"
        label={t.name}
        help={t.nameHelp}
        required
        disabled={disabled}
        value={values.name}
        problem={problem("name")}
        onChange={(name) => set("name", name)}
      />
      <TextField
        id="base-domain"
        label={t.domain}
        help={t.domainHelp(values.name, values.domain)}
        required
        disabled={disabled}
        value={values.domain}
        problem={problem("domain")}
        onChange={(domain) => set("domain", domain)}
      />
      <ChoiceField
        id="version"
        label={t.version}
        required
        disabled={fixed || disabled}
        {...(fixed && { help: t.fixed })}
        choices={versionChoices(versions)}
        value={values.version}
        problem={problem("version")}
        onChange={(version) => set("version", version)}
      />
      <ChoiceField
        id="architecture"
        label={t.architecture}
        disabled={fixed || disabled}
        choices={architecturesOf(versions, values.version).map((value) => ({ value, label: value }))}
        value={values.architecture}
        onChange={(architecture) => set("architecture", architecture)}
      />
      <ChoiceField
        id="control-planes"
        label={t.controlPlanes}
        disabled={disabled}
        choices={controlPlaneCounts.map((value) => ({ value, label: t.controlPlaneCounts[value] }))}
        value={controlPlaneCounts.find((count) => count === values.controlPlanes) ?? "3"}
        onChange={(count) => set("controlPlanes", count)}
      />
      <ChoiceField
        id="platform"
        label={t.platform}
        disabled={disabled}
        choices={platforms.map((value) => ({ value, label: t.platforms[value] }))}
        value={values.platform}
        onChange={(platform) => set("platform", platform)}
      />
      <TextAreaField
        id="pull-secret"
        label={t.pullSecret}
        help={secretKnown ? t.pullSecretKept : t.pullSecretHelp}
        required={!secretKnown}
        disabled={disabled}
        code
        value={values.pullSecret}
        problem={problem("pullSecret")}
        onChange={(secret) => set("pullSecret", secret)}
      />
      <TextAreaField
        id="ssh-key"
        label={t.sshKey}
        help={t.sshKeyHelp}
        disabled={disabled}
        code
        rows={2}
        value={values.sshKey}
        problem={problem("sshKey")}
        onChange={(key) => set("sshKey", key)}
      />
    </Form>
  );
}
