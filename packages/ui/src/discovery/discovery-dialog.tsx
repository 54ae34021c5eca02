import type { Cluster, InfraEnv } from "@muster/contract";
import { Form, Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createInfraEnv } from "../api/actions.ts";
import { infraEnvsQuery } from "../api/queries.ts";
import { DialogFooter } from "../parts/dialog-footer.tsx";
import { TextAreaField } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";
import type { ImageChoice } from "./image-fields.ts";
import { ImageForm } from "./image-form.tsx";
import { ImageLinks } from "./image-links.tsx";
import { infraEnvRequest } from "./infra-env-request.ts";

type DialogCluster = Pick<Cluster, "id" | "name" | "openshift_version" | "cpu_architecture" | "ssh_public_key">;

/** The image for the machines of a cluster: how it is made, and where to get it. */
export function DiscoveryDialog({ cluster, onClose }: Readonly<{ cluster: DialogCluster; onClose: () => void }>) {
  const query = useQuery(infraEnvsQuery(cluster.id));
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="discovery-title">
      <ModalHeader title={texts.discovery.title} labelId="discovery-title" description={texts.discovery.intro} />
      <Loaded query={query} what={texts.discovery.what}>
        {([infraEnv]) =>
          infraEnv ? (
            <ImageDialog infraEnv={infraEnv} onClose={onClose} />
          ) : (
            <MakeImage cluster={cluster} onClose={onClose} />
          )
        }
      </Loaded>
    </Modal>
  );
}

/** For an infra-env of its own, without a cluster. */
export function InfraEnvDialog({ infraEnv, onClose }: Readonly<{ infraEnv: InfraEnv; onClose: () => void }>) {
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="discovery-title">
      <ModalHeader title={infraEnv.name} labelId="discovery-title" description={texts.discovery.intro} />
      <ImageDialog infraEnv={infraEnv} onClose={onClose} />
    </Modal>
  );
}

function ImageDialog({ infraEnv, onClose }: Readonly<{ infraEnv: InfraEnv; onClose: () => void }>) {
  const [shown, setShown] = useState<ImageChoice | null>(null);
  return shown === null ? (
    <ImageForm infraEnv={infraEnv} onSaved={setShown} onClose={onClose} />
  ) : (
    <ImageLinks infraEnv={infraEnv} choice={shown} onChange={() => setShown(null)} onClose={onClose} />
  );
}

function MakeImage({ cluster, onClose }: Readonly<{ cluster: DialogCluster; onClose: () => void }>) {
  const [secret, setSecret] = useState("");
  const making = useMutation({
    mutationFn: () => createInfraEnv(infraEnvRequest(cluster, secret.trim(), cluster.ssh_public_key ?? "")),
  });
  return (
    <>
      <ModalBody>
        <Refusal title={texts.general.refused} error={making.error} />
        <p className="mu-gap">{texts.discovery.missing}</p>
        <Form onSubmit={(event) => event.preventDefault()}>
          <TextAreaField
            id="image-pull-secret"
            label={texts.details.pullSecret}
            required
            code
            value={secret}
            onChange={setSecret}
          />
        </Form>
      </ModalBody>
      <DialogFooter
        action={texts.discovery.make}
        isPending={making.isPending}
        isDisabled={secret.trim() === ""}
        onAction={making.mutate}
        onClose={onClose}
      />
    </>
  );
}
