import { Form, Modal, ModalBody, ModalHeader } from "@patternfly/react-core";
import { Table, Tbody, Td, Tr } from "@patternfly/react-table";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { updateHost } from "../api/actions.ts";
import { DialogFooter } from "../parts/dialog-footer.tsx";
import { TextField } from "../parts/field.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";
import type { ChosenHosts } from "./bulk-actions.tsx";
import { forEachHost } from "./for-each-host.ts";
import { planNames } from "./host-names.ts";

const shownNames = 8;

export function RenameDialog({ hosts, others, onClose }: ChosenHosts & Readonly<{ others: readonly string[] }>) {
  const [template, setTemplate] = useState("node-{n}");
  const [start, setStart] = useState("1");
  const plan = planNames(hosts, { template, start: Number(start) || 0, others });
  const problem = plan.find((name) => name.problem !== null)?.problem ?? null;
  const renaming = useMutation({
    mutationFn: () =>
      forEachHost(hosts, (host) => updateHost(host, { host_name: plan.find(({ id }) => id === host.id)?.to ?? "" })),
    onSuccess: onClose,
  });
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="rename-title">
      <ModalHeader title={texts.hosts.renameTitle(hosts.length)} labelId="rename-title" />
      <ModalBody>
        <Refusal title={texts.general.refused} error={renaming.error} />
        <Form onSubmit={(event) => event.preventDefault()}>
          <TextField
            id="name-template"
            label={texts.hosts.template}
            help={texts.hosts.templateHelp}
            value={template}
            problem={problem}
            onChange={setTemplate}
          />
          <TextField id="name-start" label={texts.hosts.start} type="number" value={start} onChange={setStart} />
        </Form>
        <Table variant="compact" borders={false} className="mu-subtitle" aria-label={texts.hosts.rename}>
          <Tbody>
            {plan.slice(0, shownNames).map(({ id, from, to }) => (
              <Tr key={id}>
                <Td className="mu-name">{from}</Td>
                <Td>→ {to}</Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
        {plan.length > shownNames && <p className="mu-muted">… {plan.length - shownNames}</p>}
      </ModalBody>
      <DialogFooter
        action={texts.hosts.renameAction}
        isPending={renaming.isPending}
        isDisabled={problem !== null}
        onAction={renaming.mutate}
        onClose={onClose}
      />
    </Modal>
  );
}
