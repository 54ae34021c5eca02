import { checkAndRender, type Problem } from "@muster/nmstate";
import { Alert, ExpandableSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { texts } from "../texts/index.ts";
import { nmstateQuery } from "./use-nmstate.ts";

/** What the checker says; where it finds nothing, what nmstate itself makes of it. */
export function NetworkChecks({ yaml, problems }: Readonly<{ yaml: string; problems: readonly Problem[] }>) {
  const t = texts.staticNetwork;
  const { data: nmstate, isError } = useQuery(nmstateQuery());
  const settled = useDeferredValue(yaml);
  const outcome = useMemo(
    () => (nmstate && problems.length === 0 ? checkAndRender(nmstate, settled, { file: "" }) : null),
    [nmstate, settled, problems.length],
  );
  const all = outcome?.kind === "refused" ? outcome.problems : problems;
  return (
    <div aria-live="polite" className="mu-subtitle">
      {all.length > 0 ? (
        <Alert variant="danger" isInline title={t.problems(all.length)}>
          <ul className="mu-checks">
            {all.map((problem) => (
              <li key={`${problem.code} ${problem.line} ${problem.column} ${problem.path} ${problem.found}`}>
                <div>
                  <span className="mu-muted">{t.problem(problem)}</span>
                  <div>
                    {texts.general.found} {problem.found}. {texts.general.needed(problem.needed)}
                  </div>
                  <strong>{problem.remedy}</strong>
                </div>
              </li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Alert variant="success" isInline title={t.fine}>
          {isError ? t.libraryAway : nmstate ? t.library : t.checking}
        </Alert>
      )}
      {outcome?.kind === "ok" && (
        <ExpandableSection toggleText={t.keyfiles}>
          {outcome.value.map(([name, content]) => (
            <div key={name}>
              <strong>{name}</strong>
              <pre className="mu-code">{content}</pre>
            </div>
          ))}
        </ExpandableSection>
      )}
    </div>
  );
}
