import type { Cluster } from "@muster/contract";
import { Breadcrumb, BreadcrumbItem, Button, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { isMissing } from "../api/client.ts";
import { clusterQuery } from "../api/queries.ts";
import { Loaded } from "../parts/loaded.tsx";
import { Missing } from "../parts/missing.tsx";
import { ClusterStatusLabel } from "../parts/status-label.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { ClusterContext } from "./cluster-context.ts";
import { mayDelete } from "./cluster-table.ts";
import { ClusterTabs } from "./cluster-tabs.tsx";
import { DeleteCluster } from "./delete-cluster.tsx";

export function ClusterPage() {
  const { clusterId } = useParams({ from: "/clusters/$clusterId" });
  const query = useQuery(clusterQuery(clusterId));
  if (isMissing(query.error)) return <Missing title={texts.clusters.missingTitle}>{texts.clusters.missing}</Missing>;
  return (
    <PageSection isFilled>
      <Loaded query={query} what={texts.clusters.one}>
        {(cluster) => (
          <ClusterContext value={cluster}>
            <ClusterHead cluster={cluster} />
            <ClusterTabs cluster={cluster} />
            <Outlet />
          </ClusterContext>
        )}
      </Loaded>
    </PageSection>
  );
}

function ClusterHead({ cluster }: Readonly<{ cluster: Cluster }>) {
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Breadcrumb>
        <BreadcrumbItem>
          <Link to="/clusters">{texts.clusters.title}</Link>
        </BreadcrumbItem>
        <BreadcrumbItem isActive>{cluster.name}</BreadcrumbItem>
      </Breadcrumb>
      <div className="mu-spread mu-gap">
        <div className="mu-row">
          <Title headingLevel="h1">{cluster.name}</Title>
          <ClusterStatusLabel status={cluster.status} />
        </div>
        {mayEdit && mayDelete(cluster) && (
          <Button variant="link" isDanger onClick={() => setDeleting(true)}>
            {texts.clusters.deleteAction}
          </Button>
        )}
      </div>
      <p className="mu-gap" role="status">
        {cluster.status_info}
      </p>
      {deleting && (
        <DeleteCluster
          cluster={cluster}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: "/clusters" })}
        />
      )}
    </>
  );
}
