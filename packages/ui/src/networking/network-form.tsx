import type { Cluster, ClusterDefaultConfig } from "@muster/contract";
import { ExpandableSection, Form } from "@patternfly/react-core";
import { useState } from "react";
import { ChoiceField } from "../parts/choice-field.tsx";
import { TextField } from "../parts/field.tsx";
import type { Draft } from "../parts/use-draft.ts";
import { texts } from "../texts/index.ts";
import { type NetworkFields, networkTypes, stacks, withStack } from "./network-fields.ts";
import type { NetworkProblems } from "./network-problems.ts";
import { VipFields } from "./vip-fields.tsx";

export type NetworkFormProps = Readonly<{
  cluster: Cluster;
  draft: Draft<NetworkFields>;
  problems: NetworkProblems;
  isEditable: boolean;
}>;

export function NetworkForm(props: NetworkFormProps & Readonly<{ defaults: ClusterDefaultConfig }>) {
  const { cluster, draft, problems, defaults, isEditable } = props;
  const { values, set } = draft;
  const t = texts.networking;
  const [advanced, setAdvanced] = useState(false);
  const isSingle = cluster.control_plane_count === 1;
  const text = (name: Extract<keyof NetworkFields, string>, id: string, label: string, help?: string) => (
    <TextField
      id={id}
      label={label}
      {...(help !== undefined && { help })}
      disabled={!isEditable}
      value={String(values[name])}
      problem={problems[name] ?? null}
      onChange={(value) => setText(name, value)}
    />
  );
  const setText = (name: keyof NetworkFields, value: string) => {
    // Choices have their own fields; these are the texts.
    if (name !== "managed" && name !== "stack" && name !== "networkType") set(name, value);
  };
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <ChoiceField
        id="managed"
        label={t.managed}
        disabled={!isEditable || isSingle}
        {...(isSingle && { help: t.managedSingle })}
        choices={(["cluster", "user"] as const).map((value) => ({ value, label: t.managedBy[value] }))}
        value={values.managed}
        onChange={(value) => set("managed", value)}
      />
      <ChoiceField
        id="stack"
        label={t.stack}
        disabled={!isEditable}
        choices={stacks.map((value) => ({ value, label: t.stacks[value] }))}
        value={values.stack}
        onChange={(stack) => {
          const changes = withStack(stack, defaults);
          set("stack", stack);
          for (const name of [
            "clusterCidr",
            "clusterPrefix",
            "clusterCidrSecond",
            "clusterPrefixSecond",
            "serviceCidr",
            "serviceCidrSecond",
          ] as const) {
            set(name, changes[name] ?? "");
          }
        }}
      />
      <MachineNetworkChoice {...props} name="machine" label={t.machineNetwork} />
      {values.stack === "dual" && (
        <MachineNetworkChoice {...props} name="machineSecond" label={t.machineNetworkSecond} />
      )}
      {values.managed === "cluster" && !isSingle && <VipFields {...props} />}
      {text("ntp", "ntp", t.ntp, t.ntpHelp)}
      <ExpandableSection toggleText={t.advanced} isExpanded={advanced} onToggle={(_, open) => setAdvanced(open)}>
        <div className="pf-v6-c-form">
          {text("clusterCidr", "cluster-cidr", t.clusterNetwork, t.clusterNetworkHelp)}
          {text("clusterPrefix", "cluster-prefix", t.hostPrefix, t.hostPrefixHelp)}
          {values.stack === "dual" && text("clusterCidrSecond", "cluster-cidr-2", t.clusterNetworkSecond)}
          {values.stack === "dual" && text("clusterPrefixSecond", "cluster-prefix-2", t.hostPrefixSecond)}
          {text("serviceCidr", "service-cidr", t.serviceNetwork, t.serviceNetworkHelp)}
          {values.stack === "dual" && text("serviceCidrSecond", "service-cidr-2", t.serviceNetworkSecond)}
          <ChoiceField
            id="network-type"
            label={t.networkType}
            disabled={!isEditable}
            choices={networkTypes.map((value) => ({ value, label: value }))}
            value={values.networkType}
            onChange={(value) => set("networkType", value)}
          />
        </div>
      </ExpandableSection>
    </Form>
  );
}

function MachineNetworkChoice({
  cluster,
  draft,
  problems,
  isEditable,
  name,
  label,
}: NetworkFormProps & Readonly<{ name: "machine" | "machineSecond"; label: string }>) {
  const t = texts.networking;
  const known = (cluster.host_networks ?? []).flatMap(({ cidr, host_ids = [] }) =>
    cidr === undefined ? [] : [{ value: cidr, label: t.machineNetworkChoice(cidr, host_ids.length) }],
  );
  const chosen = draft.values[name];
  const choices = [
    { value: "", label: t.machineNetworkNone },
    ...known,
    ...(chosen !== "" && !known.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }] : []),
  ];
  return (
    <ChoiceField
      id={name}
      label={label}
      help={t.machineNetworkHelp}
      disabled={!isEditable}
      choices={choices}
      value={chosen}
      problem={problems[name] ?? null}
      onChange={(value) => draft.set(name, value)}
    />
  );
}
