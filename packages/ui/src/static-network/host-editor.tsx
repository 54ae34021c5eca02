import type { Problem } from "@muster/nmstate";
import { Alert, Button, Title } from "@patternfly/react-core";
import { TextAreaField } from "../parts/field.tsx";
import { texts } from "../texts/index.ts";
import { FormView } from "./form-view.tsx";
import { type EditedHost, macsFor } from "./host-networks.ts";
import { MacTable } from "./mac-table.tsx";
import { NetworkChecks } from "./network-checks.tsx";
import { emptyForm, fromYaml, toYaml } from "./network-form.ts";

/** One host: form and YAML side by side, each following the other, with what is wrong below. */
export function HostEditor({
  host,
  problems,
  isEditable,
  onChange,
  onCopy,
  onRemove,
}: Readonly<{
  host: EditedHost;
  problems: readonly Problem[];
  isEditable: boolean;
  onChange: (host: EditedHost) => void;
  onCopy: () => void;
  onRemove: () => void;
}>) {
  const t = texts.staticNetwork;
  const form = fromYaml(host.yaml);
  const write = (yaml: string) => onChange({ yaml, macs: macsFor(yaml, host.macs) });
  return (
    <div className="mu-side-by-side">
      <section>
        <Title headingLevel="h2" size="md" className="mu-gap">
          {t.form}
        </Title>
        {form ? (
          <FormView form={form} isEditable={isEditable} onChange={(next) => write(toYaml(next))} />
        ) : (
          <Alert
            isInline
            variant="info"
            title={t.notForm}
            actionLinks={
              isEditable && (
                <Button variant="link" isInline onClick={() => write(toYaml(emptyForm))}>
                  {t.startOver}
                </Button>
              )
            }
          />
        )}
        <MacTable macs={host.macs} isEditable={isEditable} onChange={(macs) => onChange({ ...host, macs })} />
        {isEditable && (
          <div className="mu-row mu-subtitle">
            <Button variant="secondary" onClick={onCopy}>
              {t.copy}
            </Button>
            <Button variant="link" isDanger onClick={onRemove}>
              {t.remove}
            </Button>
          </div>
        )}
      </section>
      <section>
        <div className="pf-v6-c-form">
          <TextAreaField
            id="network-yaml"
            label={t.yaml}
            help={t.yamlHelp}
            code
            rows={22}
            disabled={!isEditable}
            value={host.yaml}
            onChange={write}
          />
        </div>
        <NetworkChecks yaml={host.yaml} problems={problems} />
      </section>
    </div>
  );
}
