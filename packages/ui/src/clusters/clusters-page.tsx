import type { LeanCluster } from "@muster/contract";
import {
  Button,
  EmptyState,
  EmptyStateActions,
  EmptyStateBody,
  EmptyStateFooter,
  FormSelect,
  FormSelectOption,
  PageSection,
  SearchInput,
  Title,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clustersQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { ButtonLink } from "../parts/button-link.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";
import { ClusterRows } from "./cluster-rows.tsx";
import { type ClusterFilter, type ClusterOrder, findClusters, isStatusGroup, statusGroups } from "./cluster-table.ts";
import { DeleteCluster } from "./delete-cluster.tsx";

const nothing: ClusterFilter = { words: "", group: null };

export function ClustersPage() {
  useTitle(texts.clusters.title);
  const query = useQuery(clustersQuery());
  const mayEdit = useMayEdit();
  return (
    <PageSection isFilled>
      <div className="mu-spread mu-gap">
        <Title headingLevel="h1">{texts.clusters.title}</Title>
        {mayEdit && <ButtonLink to="/clusters/new">{texts.clusters.create}</ButtonLink>}
      </div>
      <Loaded query={query} what={texts.clusters.what}>
        {(clusters) => (clusters.length === 0 ? <NoClusters /> : <ClusterList clusters={clusters} />)}
      </Loaded>
    </PageSection>
  );
}

function ClusterList({ clusters }: Readonly<{ clusters: readonly LeanCluster[] }>) {
  const [filter, setFilter] = useState(nothing);
  const [order, setOrder] = useState<ClusterOrder>({ by: "age", descending: false });
  const [deleting, setDeleting] = useState<LeanCluster | null>(null);
  const found = findClusters(clusters, filter, order);
  return (
    <>
      <Toolbar>
        <ToolbarContent>
          <ToolbarItem>
            <SearchInput
              aria-label={texts.clusters.search}
              placeholder={texts.clusters.search}
              value={filter.words}
              onChange={(_, words) => setFilter({ ...filter, words })}
              onClear={() => setFilter({ ...filter, words: "" })}
            />
          </ToolbarItem>
          <ToolbarItem>
            <FormSelect
              aria-label={texts.clusters.status}
              value={filter.group ?? ""}
              onChange={(_, group) => setFilter({ ...filter, group: isStatusGroup(group) ? group : null })}
            >
              <FormSelectOption value="" label={texts.clusters.anyStatus} />
              {Object.keys(statusGroups).map((group) => (
                <FormSelectOption
                  key={group}
                  value={group}
                  label={isStatusGroup(group) ? texts.clusters.groups[group] : group}
                />
              ))}
            </FormSelect>
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <span role="status" className="mu-muted">
              {texts.clusters.count(found.length, clusters.length)}
            </span>
          </ToolbarItem>
        </ToolbarContent>
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState titleText={texts.clusters.noMatchTitle} headingLevel="h2">
          <EmptyStateBody>{texts.clusters.noMatch}</EmptyStateBody>
          <EmptyStateFooter>
            <EmptyStateActions>
              <Button variant="link" onClick={() => setFilter(nothing)}>
                {texts.clusters.clearFilters}
              </Button>
            </EmptyStateActions>
          </EmptyStateFooter>
        </EmptyState>
      ) : (
        <ClusterRows clusters={found} order={order} onOrder={setOrder} onDelete={setDeleting} />
      )}
      {deleting && <DeleteCluster cluster={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function NoClusters() {
  const mayEdit = useMayEdit();
  return (
    <EmptyState titleText={texts.clusters.emptyTitle} headingLevel="h2">
      <EmptyStateBody>{texts.clusters.empty}</EmptyStateBody>
      {mayEdit && (
        <EmptyStateFooter>
          <EmptyStateActions>
            <ButtonLink to="/clusters/new">{texts.clusters.create}</ButtonLink>
          </EmptyStateActions>
        </EmptyStateFooter>
      )}
    </EmptyState>
  );
}
