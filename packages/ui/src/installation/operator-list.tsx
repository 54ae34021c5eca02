import type { MonitoredOperator } from "@muster/contract";
import { Label, Title } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";

const tones = { available: "success", progressing: "info", failed: "danger" } as const;

export function OperatorList({ operators }: Readonly<{ operators: readonly MonitoredOperator[] }>) {
  const t = texts.installation;
  if (operators.length === 0) return null;
  return (
    <>
      <Title headingLevel="h2" size="lg" className="mu-subtitle">
        {t.operatorsTitle}
      </Title>
      <ul className="mu-operators">
        {operators.map(({ name = "", status, status_info = "", version = "" }) => (
          <li key={name} title={status_info}>
            <span>
              {name} <span className="mu-muted">{version}</span>
            </span>
            <Label isCompact variant="outline" {...(status && { status: tones[status] })}>
              {status ? t.operatorStatuses[status] : t.operatorNone}
            </Label>
          </li>
        ))}
      </ul>
    </>
  );
}
