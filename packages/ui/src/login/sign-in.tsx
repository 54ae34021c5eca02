import type { AccessInfo } from "@muster/contract";
import { Button, Form } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accessQuery, meQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { restartLive } from "../live/live.ts";
import { ButtonLink } from "../parts/button-link.tsx";
import { TextAreaField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { forgetRefusal, signIn } from "../session/session.ts";
import { texts } from "../texts/index.ts";

type SignInProps = Readonly<{
  intro: string;
  /** Where an issuer sends the browser back to. */
  returnTo: string;
  /** After a token was accepted. */
  onSignedIn?: () => Promise<void>;
}>;

/** The ways in that this service offers. */
export function SignIn(props: SignInProps) {
  const query = useQuery(accessQuery());
  return (
    <Loaded query={query} what={texts.login.what}>
      {(access) => <Ways access={access} {...props} />}
    </Loaded>
  );
}

function Ways({ access, intro, returnTo, onSignedIn }: SignInProps & Readonly<{ access: AccessInfo }>) {
  if (access.auth_type === "none") {
    return (
      <>
        <p className="mu-gap">{texts.login.notNeeded}</p>
        <ButtonLink to="/clusters" onClick={forgetRefusal}>
          {texts.app.toClusters}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className="mu-gap">{intro}</p>
      {access.login_path !== undefined && (
        <Button
          component="a"
          className="mu-gap"
          href={`${access.login_path}?return_to=${encodeURIComponent(returnTo)}`}
        >
          {texts.login.withIssuer(access.issuer ?? access.auth_type)}
        </Button>
      )}
      <TokenForm onSignedIn={onSignedIn} />
    </>
  );
}

function TokenForm({ onSignedIn }: Readonly<{ onSignedIn: SignInProps["onSignedIn"] }>) {
  const [text, setText] = useState("");
  const trial = useMutation({
    mutationFn: async () => {
      signIn(text.trim());
      await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 });
      forgetRefusal();
      restartLive();
      await queryClient.invalidateQueries();
      await onSignedIn?.();
    },
  });
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <Refusal title={texts.login.refused} error={trial.error} />
      <TextAreaField
        id="token"
        label={texts.login.token}
        help={texts.login.tokenHelp}
        code
        value={text}
        onChange={setText}
      />
      <div>
        <Button
          variant="secondary"
          isDisabled={text.trim() === "" || trial.isPending}
          isLoading={trial.isPending}
          onClick={() => trial.mutate()}
        >
          {texts.login.use}
        </Button>
      </div>
    </Form>
  );
}
