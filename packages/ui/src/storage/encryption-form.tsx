import { Card, CardBody, CardTitle, Form } from "@patternfly/react-core";
import { ChoiceField } from "../parts/choice-field.tsx";
import { TextAreaField } from "../parts/field.tsx";
import type { Draft } from "../parts/use-draft.ts";
import { texts } from "../texts/index.ts";
import type { EncryptionFields } from "./encryption.ts";

const offered = ["none", "all", "masters", "workers", "arbiters", "masters,workers"] as const;

export function EncryptionForm({
  draft: { values, set },
  problem,
  isEditable,
}: Readonly<{ draft: Draft<EncryptionFields>; problem: string | null; isEditable: boolean }>) {
  const t = texts.storage;
  const choices = [...new Set([...offered, values.enableOn])];
  return (
    <Card isCompact className="mu-gap">
      <CardTitle component="h3">{t.encryption}</CardTitle>
      <CardBody>
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
        </Form>
      </CardBody>
    </Card>
  );
}
