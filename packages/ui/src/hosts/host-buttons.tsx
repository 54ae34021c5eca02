import { Button } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { actOnHost, downloads } from "../api/actions.ts";
import type { HostRow } from "../live/host-row.ts";
import { DownloadButton } from "../parts/download-button.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { texts } from "../texts/index.ts";
import { BindDialog } from "./bind-dialog.tsx";
import { mayDo } from "./host-actions.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { UnbindDialog } from "./unbind-dialog.tsx";

export function HostButtons({
  row,
  circumstances,
}: Readonly<{ row: HostRow; circumstances: Parameters<typeof mayDo>[1] }>) {
  const [dialog, setDialog] = useState<"bind" | "unbind" | "remove" | null>(null);
  const action = useMutation({ mutationFn: (name: "v2InstallHost" | "v2ResetHost") => actOnHost(name, row) });
  const may = (name: Parameters<typeof mayDo>[0]) => mayDo(name, circumstances);
  const shared = { hosts: [row], onClose: () => setDialog(null) };
  const { clusterId } = row;
  return (
    <>
      <div className="mu-row">
        {may("install") && (
          <Button
            size="sm"
            isLoading={action.isPending}
            isDisabled={action.isPending}
            onClick={() => action.mutate("v2InstallHost")}
          >
            {texts.hosts.install}
          </Button>
        )}
        {may("reset") && (
          <Button
            size="sm"
            variant="secondary"
            isDisabled={action.isPending}
            onClick={() => action.mutate("v2ResetHost")}
          >
            {texts.hosts.reset}
          </Button>
        )}
        {may("bind") && (
          <Button size="sm" variant="secondary" onClick={() => setDialog("bind")}>
            {texts.hosts.bind}
          </Button>
        )}
        {may("unbind") && (
          <Button size="sm" variant="secondary" onClick={() => setDialog("unbind")}>
            {texts.hosts.unbind}
          </Button>
        )}
        {may("logs") && clusterId !== null && (
          <DownloadButton
            size="sm"
            fetchFile={() => downloads.hostLogs(clusterId, row.id)}
            fileName={`${row.name}-logs.tar.gz`}
          >
            {texts.hosts.downloadLogs}
          </DownloadButton>
        )}
        {may("remove") && (
          <Button size="sm" variant="secondary" isDanger onClick={() => setDialog("remove")}>
            {texts.hosts.remove}
          </Button>
        )}
      </div>
      <Refusal title={texts.general.refused} error={action.error} onClose={action.reset} />
      {dialog === "bind" && <BindDialog {...shared} />}
      {dialog === "unbind" && <UnbindDialog {...shared} />}
      {dialog === "remove" && <RemoveDialog {...shared} />}
    </>
  );
}
