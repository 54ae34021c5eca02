import type { Bundle, Operator } from "@muster/contract";
import { Card, CardBody, CardTitle, Checkbox, Gallery, Label, SearchInput, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bundlesQuery, operatorSupportQuery } from "../api/queries.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { isDraft } from "../clusters/cluster-view.ts";
import { architectureOf } from "../details/details-fields.ts";
import { ConflictAlert } from "../parts/conflict-alert.tsx";
import { Loaded } from "../parts/loaded.tsx";
import type { Draft } from "../parts/use-draft.ts";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { StepFrame } from "../wizard/step-frame.tsx";
import { useClusterDraft } from "../wizard/use-cluster-draft.ts";
import { choiceOf, implied, type OperatorChoice, operatorRequest, toggled } from "./operator-choice.ts";
import { Requirements } from "./requirements.tsx";

export function OperatorsStep() {
  const cluster = useCluster();
  const circumstances = {
    openshift_version: cluster.openshift_version ?? "",
    cpu_architecture: architectureOf(cluster.cpu_architecture ?? ""),
    platform_type: cluster.platform?.type ?? "baremetal",
  } as const;
  const bundles = useQuery(bundlesQuery(circumstances));
  const support = useQuery(operatorSupportQuery(circumstances));
  const mayEdit = useMayEdit() && isDraft(cluster);
  const { draft, save } = useClusterDraft(choiceOf, operatorRequest);
  return (
    <StepFrame
      step="operators"
      isDirty={draft.isDirty}
      onNext={save}
      isNextDisabled={draft.conflicts.length > 0}
      {...(draft.isDirty && { nextLabel: texts.wizard.saveAndNext })}
    >
      <p className="mu-gap">{texts.operators.intro}</p>
      <ConflictAlert draft={draft} names={{ bundles: texts.operators.bundles, operators: texts.operators.single }} />
      <Loaded query={support} what={texts.operators.what}>
        {({ operators = [] }) => (
          <Choices bundles={bundles.data ?? []} operators={operators} draft={draft} mayEdit={mayEdit} />
        )}
      </Loaded>
      <Requirements clusterId={cluster.id} />
    </StepFrame>
  );
}

function Choices({
  bundles,
  operators,
  draft,
  mayEdit,
}: Readonly<{
  bundles: readonly Bundle[];
  operators: readonly Operator[];
  draft: Draft<OperatorChoice>;
  mayEdit: boolean;
}>) {
  const [words, setWords] = useState("");
  const names = new Map(operators.map((operator) => [operator["feature-support-level-id"], operator.name]));
  const dependencies = new Map(
    operators.map(({ name, dependencies: needs }) => [name, needs.flatMap((id) => names.get(id) ?? [])]),
  );
  const also = implied(draft.values, bundles, dependencies);
  const found = operators
    .filter(({ name }) => name.includes(words.trim().toLowerCase()))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return (
    <>
      {bundles.length > 0 && (
        <>
          <Title headingLevel="h3" size="md" className="mu-subtitle">
            {texts.operators.bundles}
          </Title>
          <Gallery hasGutter minWidths={{ default: "16rem" }}>
            {bundles.map(({ id = "", title = id, description = "", operators: members = [] }) => (
              <Card key={id} isCompact>
                <CardTitle>
                  <Checkbox
                    id={`bundle-${id}`}
                    label={title}
                    isChecked={draft.values.bundles.includes(id)}
                    isDisabled={!mayEdit}
                    onChange={(_, on) => draft.set("bundles", toggled(draft.values.bundles, id, on))}
                  />
                </CardTitle>
                <CardBody>
                  <p>{description}</p>
                  <p className="mu-muted">{texts.operators.includes(members.join(", "))}</p>
                </CardBody>
              </Card>
            ))}
          </Gallery>
        </>
      )}
      <div className="mu-spread mu-subtitle">
        <Title headingLevel="h3" size="md">
          {texts.operators.single}
        </Title>
        <SearchInput
          className="mu-gap"
          aria-label={texts.operators.search}
          placeholder={texts.operators.search}
          value={words}
          onChange={(_, text) => setWords(text)}
          onClear={() => setWords("")}
        />
      </div>
      <Gallery hasGutter minWidths={{ default: "15rem" }}>
        {found.map((operator) => (
          <OperatorBox
            key={operator.name}
            operator={operator}
            dependencies={dependencies.get(operator.name) ?? []}
            isImplied={also.has(operator.name)}
            isChosen={draft.values.operators.includes(operator.name)}
            isDisabled={!mayEdit}
            onChange={(on) => draft.set("operators", toggled(draft.values.operators, operator.name, on))}
          />
        ))}
      </Gallery>
    </>
  );
}

function OperatorBox({
  operator,
  dependencies,
  isImplied,
  isChosen,
  isDisabled,
  onChange,
}: Readonly<{
  operator: Operator;
  dependencies: readonly string[];
  isImplied: boolean;
  isChosen: boolean;
  isDisabled: boolean;
  onChange: (on: boolean) => void;
}>) {
  const unavailable = operator.support_level === "unavailable" || operator.support_level === "unsupported";
  const level = texts.operators.levels[operator.support_level];
  const description = isImplied
    ? texts.operators.needed
    : unavailable
      ? texts.operators.unavailable
      : dependencies.length > 0
        ? texts.operators.needs(dependencies.join(", "))
        : "";
  return (
    <Checkbox
      id={`operator-${operator.name}`}
      label={
        <>
          {operator.name}{" "}
          {level !== "" && !unavailable && (
            <Label isCompact color="orange">
              {level}
            </Label>
          )}
        </>
      }
      description={description}
      isChecked={isChosen || isImplied}
      isDisabled={isDisabled || isImplied || unavailable}
      onChange={(_, on) => onChange(on)}
    />
  );
}
