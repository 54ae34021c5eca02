import { deleteHost } from "../api/actions.ts";
import { Confirm } from "../parts/confirm.tsx";
import { texts } from "../texts/index.ts";
import type { ChosenHosts } from "./bulk-actions.tsx";
import { forEachHost } from "./for-each-host.ts";

export function RemoveDialog({ hosts, onClose }: ChosenHosts) {
  return (
    <Confirm
      title={texts.hosts.removeTitle(hosts.length)}
      action={texts.hosts.removeAction}
      run={() => forEachHost(hosts, deleteHost)}
      onClose={onClose}
    >
      {texts.hosts.removeBody}
    </Confirm>
  );
}
