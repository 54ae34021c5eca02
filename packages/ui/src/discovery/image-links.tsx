import type { InfraEnv } from "@muster/contract";
import { Alert, Button, ClipboardCopy, Form, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { imageUrlQuery, ipxeUrlQuery } from "../api/queries.ts";
import { instant } from "../live/host-row.ts";
import { moment } from "../parts/amounts.ts";
import { Field } from "../parts/field.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";
import type { ImageChoice } from "./image-fields.ts";

/** Where to get the image: a link, an address to copy, a command. */
export function ImageLinks({
  infraEnv,
  choice,
  onChange,
  onClose,
}: Readonly<{ infraEnv: InfraEnv; choice: ImageChoice; onChange: () => void; onClose: () => void }>) {
  const image = useQuery({ ...imageUrlQuery(infraEnv.id, choice), enabled: choice !== "ipxe" });
  const script = useQuery({ ...ipxeUrlQuery(infraEnv.id), enabled: choice === "ipxe" });
  const isIpxe = choice === "ipxe";
  const t = texts.discovery;
  return (
    <>
      <ModalBody>
        <Alert variant="success" isInline title={t.ready} className="mu-gap">
          {t.waits}
        </Alert>
        <Loaded query={isIpxe ? script : image} what={t.what}>
          {({ url, expires_at }) => (
            <Form onSubmit={(event) => event.preventDefault()}>
              <Field
                id="image-url"
                label={isIpxe ? t.ipxeScript : t.url}
                help={isIpxe ? t.ipxeHint : expiry(expires_at)}
              >
                <Copied text={url} label={t.copyAddress} />
              </Field>
              <Field id="image-wget" label={t.wget}>
                <Copied text={wgetLine(url, isIpxe, infraEnv.id)} label={t.wget} />
              </Field>
              {!isIpxe && (
                <div>
                  <Button component="a" href={url} download>
                    {t.download}
                  </Button>
                </div>
              )}
            </Form>
          )}
        </Loaded>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onChange}>
          {t.change}
        </Button>
        <Button variant="link" onClick={onClose}>
          {texts.general.close}
        </Button>
      </ModalFooter>
    </>
  );
}

function Copied({ text, label }: Readonly<{ text: string; label: string }>) {
  return (
    <ClipboardCopy isReadOnly hoverTip={texts.general.copy} clickTip={texts.general.copied} textAriaLabel={label}>
      {text}
    </ClipboardCopy>
  );
}

const wgetLine = (url: string, isIpxe: boolean, id: string): string =>
  `wget -O ${isIpxe ? `ipxe-${id}.ipxe` : `discovery-${id}.iso`} '${url}'`;

/** Addresses without a token never expire. */
function expiry(text: string | undefined): string | undefined {
  const at = instant(text);
  return at > 0 ? texts.discovery.expires(moment(at)) : undefined;
}
