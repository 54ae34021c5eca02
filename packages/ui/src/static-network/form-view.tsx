import { Checkbox, Form } from "@patternfly/react-core";
import { ChoiceField } from "../parts/choice-field.tsx";
import { TextField } from "../parts/field.tsx";
import { texts } from "../texts/index.ts";
import { bondModes, formProblems, type NetworkForm } from "./network-form.ts";

export function FormView({
  form,
  isEditable,
  onChange,
}: Readonly<{ form: NetworkForm; isEditable: boolean; onChange: (form: NetworkForm) => void }>) {
  const t = texts.staticNetwork;
  const problems = formProblems(form);
  const isBond = form.secondNic !== "";
  const field = (name: Exclude<keyof NetworkForm, "bondMode">, label: string, help?: string) => (
    <TextField
      id={`net-${name}`}
      label={label}
      {...(help !== undefined && { help })}
      disabled={!isEditable}
      value={form[name]}
      problem={problems[name] ?? null}
      onChange={(value) => onChange({ ...form, [name]: value.trim() })}
    />
  );
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <Checkbox
        id="net-bond"
        label={t.bond}
        isChecked={isBond}
        isDisabled={!isEditable}
        onChange={(_, on) => onChange({ ...form, secondNic: on ? "eth1" : "" })}
      />
      {isBond && (
        <ChoiceField
          id="net-bond-mode"
          label={t.bondMode}
          disabled={!isEditable}
          choices={bondModes.map((value) => ({ value, label: value }))}
          value={form.bondMode}
          onChange={(bondMode) => onChange({ ...form, bondMode })}
        />
      )}
      {field("ipv4", t.ipv4, t.ipv4Help)}
      {field("gateway4", t.gateway4)}
      {field("ipv6", t.ipv6, t.ipv6Help)}
      {field("gateway6", t.gateway6)}
      <TextField
        id="net-dns"
        label={t.dns}
        help={t.dnsHelp}
        disabled={!isEditable}
        value={form.dns}
        onChange={(dns) => onChange({ ...form, dns })}
      />
      {field("vlan", t.vlan, t.vlanHelp)}
    </Form>
  );
}
