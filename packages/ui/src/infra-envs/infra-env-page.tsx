import { Breadcrumb, BreadcrumbItem, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isMissing } from "../api/client.ts";
import { infraEnvQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { HostsPanel } from "../hosts/hosts-panel.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Missing } from "../parts/missing.tsx";
import { texts } from "../texts/index.ts";

/** The hosts that came with one image. */
export function InfraEnvPage() {
  const { infraEnvId } = useParams({ from: "/infra-envs/$infraEnvId" });
  const query = useQuery(infraEnvQuery(infraEnvId));
  const name = query.data?.name ?? "";
  useTitle(texts.infraEnvs.poolHosts(name));
  if (isMissing(query.error)) return <Missing title={texts.infraEnvs.missingTitle}>{texts.infraEnvs.missing}</Missing>;
  return (
    <PageSection isFilled>
      <Loaded query={query} what={texts.infraEnvs.one}>
        {() => (
          <>
            <Breadcrumb>
              <BreadcrumbItem>
                <Link to="/infra-envs">{texts.infraEnvs.title}</Link>
              </BreadcrumbItem>
              <BreadcrumbItem isActive>{name}</BreadcrumbItem>
            </Breadcrumb>
            <Title headingLevel="h1" className="mu-gap">
              {texts.infraEnvs.poolHosts(name)}
            </Title>
            <HostsPanel scope={{ infra_env_id: infraEnvId }} cluster={null} />
          </>
        )}
      </Loaded>
    </PageSection>
  );
}
