import { actOnHost } from "../api/actions.ts";
import { Confirm } from "../parts/confirm.tsx";
import { texts } from "../texts/index.ts";
import type { ChosenHosts } from "./bulk-actions.tsx";
import { forEachHost } from "./for-each-host.ts";

export function UnbindDialog({ hosts, onClose }: ChosenHosts) {
  return (
    <Confirm
      title={texts.hosts.unbindTitle(hosts.length)}
      action={texts.hosts.unbindAction}
      run={() => forEachHost(hosts, (host) => actOnHost("UnbindHost", host))}
      onClose={onClose}
    >
      {texts.hosts.unbindBody}
    </Confirm>
  );
}
