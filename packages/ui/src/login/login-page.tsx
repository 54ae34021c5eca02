import { Card, CardBody, CardTitle, PageSection } from "@patternfly/react-core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTitle } from "../app/use-title.ts";
import { texts } from "../texts/index.ts";
import { SignIn } from "./sign-in.tsx";

export function LoginPage() {
  useTitle(texts.login.title);
  const navigate = useNavigate();
  const { from = "/clusters" } = useSearch({ strict: false });
  return (
    <PageSection isFilled>
      <Card className="mu-narrow">
        <CardTitle component="h1">{texts.login.title}</CardTitle>
        <CardBody>
          <SignIn intro={texts.login.intro} returnTo={from} onSignedIn={() => navigate({ to: from })} />
        </CardBody>
      </Card>
    </PageSection>
  );
}
