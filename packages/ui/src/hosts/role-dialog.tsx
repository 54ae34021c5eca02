import { Form } from "@patternfly/react-core";
import { useState } from "react";
import { updateHost } from "../api/actions.ts";
import { ChoiceField } from "../parts/choice-field.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { texts } from "../texts/index.ts";
import type { ChosenHosts } from "./bulk-actions.tsx";
import { forEachHost } from "./for-each-host.ts";
import { assignableRoles } from "./host-fields.ts";

export function RoleDialog({ hosts, onClose }: ChosenHosts) {
  const [role, setRole] = useState<(typeof assignableRoles)[number]>("worker");
  return (
    <Confirm
      title={texts.hosts.setRoleTitle(hosts.length)}
      action={texts.hosts.setRoleAction}
      danger={false}
      run={() => forEachHost(hosts, (host) => updateHost(host, { host_role: role }))}
      onClose={onClose}
    >
      <Form onSubmit={(event) => event.preventDefault()}>
        <ChoiceField
          id="bulk-role"
          label={texts.hosts.role}
          help={texts.hosts.roleHelp}
          choices={assignableRoles.map((value) => ({ value, label: texts.roles[value] }))}
          value={role}
          onChange={setRole}
        />
      </Form>
    </Confirm>
  );
}
