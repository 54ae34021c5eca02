import { Form } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bindHost } from "../api/actions.ts";
import { clustersQuery } from "../api/queries.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { texts } from "../texts/index.ts";
import type { ChosenHosts } from "./bulk-actions.tsx";
import { forEachHost } from "./for-each-host.ts";

const takesHosts: readonly string[] = ["insufficient", "pending-for-input", "ready", "adding-hosts"];

export function BindDialog({ hosts, onClose }: ChosenHosts) {
  const { data: clusters = [] } = useQuery(clustersQuery());
  const open = clusters.filter(({ status }) => takesHosts.includes(status));
  const [chosen, setChosen] = useState("");
  const clusterId = chosen || (open[0]?.id ?? "");
  return (
    <Confirm
      title={texts.hosts.bindTitle(hosts.length)}
      action={texts.hosts.bindAction}
      danger={false}
      isDisabled={clusterId === ""}
      run={() => forEachHost(hosts, (host) => bindHost(host, clusterId))}
      onClose={onClose}
    >
      {open.length === 0 ? (
        texts.hosts.noCluster
      ) : (
        <Form onSubmit={(event) => event.preventDefault()}>
          <ChoiceField
            id="bind-cluster"
            label={texts.hosts.cluster}
            choices={open.map(({ id, name = "" }) => ({ value: id, label: name }))}
            value={clusterId}
            onChange={setChosen}
          />
        </Form>
      )}
    </Confirm>
  );
}
