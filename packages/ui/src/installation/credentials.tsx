import type { Cluster } from "@muster/contract";
import { Button, Card, CardBody, CardTitle, ClipboardCopy, List, ListItem } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { actOnCluster, downloads } from "../api/actions.ts";
import { credentialsQuery } from "../api/queries.ts";
import { DownloadButton } from "../parts/download-button.tsx";
import { Facts } from "../parts/facts.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { useMayEdit } from "../session/permissions.ts";
import { texts } from "../texts/index.ts";

/** How to get into the new cluster. Secrets are fetched when somebody asks, and forgotten with the page. */
export function Credentials({ cluster }: Readonly<{ cluster: Cluster }>) {
  const [asked, setAsked] = useState(false);
  const t = texts.installation;
  return (
    <div className="mu-columns mu-gap">
      <Card isCompact>
        <CardTitle component="h2">{t.credentials}</CardTitle>
        <CardBody>
          {asked ? (
            <Secrets clusterId={cluster.id} />
          ) : (
            <Button variant="secondary" className="mu-gap" onClick={() => setAsked(true)}>
              {t.showCredentials}
            </Button>
          )}
          <div>
            <DownloadButton variant="primary" fetchFile={() => downloads.kubeconfig(cluster.id)} fileName="kubeconfig">
              {t.kubeconfig}
            </DownloadButton>
          </div>
        </CardBody>
      </Card>
      <Card isCompact>
        <CardTitle component="h2">{t.next}</CardTitle>
        <CardBody>
          <List component="ol">
            {t.nextSteps.map((step) => (
              <ListItem key={step}>{step}</ListItem>
            ))}
          </List>
          <AddHosts cluster={cluster} />
        </CardBody>
      </Card>
    </div>
  );
}

function Secrets({ clusterId }: Readonly<{ clusterId: string }>) {
  const query = useQuery(credentialsQuery(clusterId));
  const [shown, setShown] = useState(false);
  const t = texts.installation;
  return (
    <Loaded query={query} what={t.what}>
      {({ username = "", password = "", console_url = "" }) => (
        <Facts
          facts={[
            [
              t.console,
              console_url && (
                <a href={console_url} target="_blank" rel="noreferrer">
                  {console_url}
                </a>
              ),
            ],
            [t.user, <code key="user">{username}</code>],
            [
              t.password,
              <div key="password" className="mu-row">
                {shown ? (
                  <ClipboardCopy
                    isReadOnly
                    hoverTip={texts.general.copy}
                    clickTip={texts.general.copied}
                    textAriaLabel={t.password}
                  >
                    {password}
                  </ClipboardCopy>
                ) : (
                  <span aria-hidden="true">••••••••••••</span>
                )}
                <Button variant="link" isInline onClick={() => setShown(!shown)}>
                  {shown ? t.hidePassword : t.showPassword}
                </Button>
              </div>,
            ],
          ]}
        />
      )}
    </Loaded>
  );
}

function AddHosts({ cluster }: Readonly<{ cluster: Cluster }>) {
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const t = texts.installation;
  const opening = useMutation({
    mutationFn: async () => {
      if (cluster.status === "installed") await actOnCluster("TransformClusterToAddingHosts", cluster.id);
      await navigate({ to: "/clusters/$clusterId/add-hosts", params: { clusterId: cluster.id } });
    },
  });
  if (!mayEdit) return null;
  return (
    <div className="mu-subtitle">
      <Refusal title={texts.general.refused} error={opening.error} />
      <Button
        variant="secondary"
        isLoading={opening.isPending}
        isDisabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {t.addHosts}
      </Button>{" "}
      <span className="mu-muted">{t.addHostsBody}</span>
    </div>
  );
}
