import { Button, type ButtonProps } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { texts } from "../texts/index.ts";
import { Refusal } from "./refusal.tsx";
import { saveFile } from "./save-file.ts";

export function DownloadButton({
  fetchFile,
  fileName,
  isDisabled = false,
  children,
  ...rest
}: Readonly<{ fetchFile: () => Promise<Response>; fileName: string }> & Omit<ButtonProps, "onClick">) {
  const download = useMutation({ mutationFn: async () => saveFile(await fetchFile(), fileName) });
  return (
    <>
      <Button
        variant="secondary"
        {...rest}
        isLoading={download.isPending}
        isDisabled={isDisabled || download.isPending}
        onClick={() => download.mutate()}
      >
        {children}
      </Button>
      <Refusal title={texts.general.notDownloaded} error={download.error} onClose={download.reset} />
    </>
  );
}
