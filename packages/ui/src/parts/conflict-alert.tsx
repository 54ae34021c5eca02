import { Alert, AlertActionLink, List, ListItem } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";
import type { Draft } from "./use-draft.ts";

/** Two people changed the same thing: the later one is told, and chooses. */
export function ConflictAlert<Fields extends object>({
  draft,
  names,
}: Readonly<{ draft: Draft<Fields>; names: Readonly<Record<keyof Fields, string>> }>) {
  if (draft.conflicts.length === 0) return null;
  return (
    <Alert
      variant="warning"
      isInline
      role="alert"
      className="mu-gap"
      title={texts.general.conflictTitle}
      actionLinks={
        <>
          <AlertActionLink onClick={draft.takeTheirs}>{texts.general.takeTheirs}</AlertActionLink>
          <AlertActionLink onClick={draft.keepMine}>{texts.general.keepMine}</AlertActionLink>
        </>
      }
    >
      <List>
        {draft.conflicts.map(({ field, theirs, mine }) => (
          <ListItem key={String(field)}>{texts.general.conflict(names[field], shown(theirs), shown(mine))}</ListItem>
        ))}
      </List>
    </Alert>
  );
}

function shown(value: unknown): string {
  if (value === "" || value === null || value === undefined) return texts.general.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
