import { Button, Label } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { endSession } from "../api/actions.ts";
import { accessQuery, meQuery } from "../api/queries.ts";
import { mayEdit } from "../session/permissions.ts";
import { signOut } from "../session/session.ts";
import { texts } from "../texts/index.ts";

/** Who is signed in, where the service asks. */
export function SessionMenu() {
  const { data: access } = useQuery(accessQuery());
  const { data: me } = useQuery(meQuery());
  const leaving = useMutation({
    mutationFn: async () => {
      signOut();
      await endSession();
    },
    onSettled: () => location.assign("/login"),
  });
  if (!me || !access || access.auth_type === "none") return null;
  return (
    <div className="mu-row">
      <span>{me.user_name}</span>
      {!mayEdit(me) && <Label isCompact>{texts.app.readOnly}</Label>}
      <Button variant="link" isInline onClick={() => leaving.mutate()}>
        {texts.app.signOut}
      </Button>
    </div>
  );
}
