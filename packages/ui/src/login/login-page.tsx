import type { AccessInfo } from "@muster/contract";
import { Button, Card, CardBody, CardTitle, Form, PageSection } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { accessQuery, meQuery } from "../api/queries.ts";
import { queryClient } from "../api/query-client.ts";
import { useTitle } from "../app/use-title.ts";
import { restartLive } from "../live/live.ts";
import { ButtonLink } from "../parts/button-link.tsx";
import { TextAreaField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { forgetRefusal, signIn } from "../session/session.ts";
import { texts } from "../texts/index.ts";

export function LoginPage() {
  useTitle(texts.login.title);
  const query = useQuery(accessQuery());
  return (
    <PageSection isFilled>
      <Card className="mu-narrow">
        <CardTitle component="h1">{texts.login.title}</CardTitle>
        <CardBody>
          <Loaded query={query} what={texts.login.what}>
            {(access) => <Ways access={access} />}
          </Loaded>
        </CardBody>
      </Card>
    </PageSection>
  );
}

function Ways({ access }: Readonly<{ access: AccessInfo }>) {
  const { from = "/clusters" } = useSearch({ strict: false });
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
      <p className="mu-gap">{texts.login.intro}</p>
      {access.login_path !== undefined && (
        <Button component="a" className="mu-gap" href={`${access.login_path}?return_to=${encodeURIComponent(from)}`}>
          {texts.login.withIssuer(access.issuer ?? access.auth_type)}
        </Button>
      )}
      <TokenForm from={from} />
    </>
  );
}

function TokenForm({ from }: Readonly<{ from: string }>) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const trial = useMutation({
    mutationFn: async () => {
      signIn(text.trim());
      await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 });
      forgetRefusal();
      restartLive();
      await queryClient.invalidateQueries();
      await navigate({ to: from });
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
