import type { Cluster } from "@muster/contract";
import { Card, CardBody, CardTitle, ClipboardCopy } from "@patternfly/react-core";
import { texts } from "../texts/index.ts";
import type { NetworkFields } from "./network-fields.ts";

/** What must be in DNS before people reach the cluster. */
export function DnsRecords({ cluster, fields }: Readonly<{ cluster: Cluster; fields: NetworkFields }>) {
  const t = texts.networking;
  const domain = `${cluster.name}.${cluster.base_dns_domain}`;
  const byUser = fields.managed === "user";
  const records = [
    { label: t.dnsApi, name: `api.${domain}`, target: byUser ? t.dnsTargetOwn : t.dnsTargetVip(fields.apiVip) },
    ...(byUser ? [{ label: t.dnsApi, name: `api-int.${domain}`, target: t.dnsTargetOwn }] : []),
    { label: t.dnsApps, name: `*.apps.${domain}`, target: byUser ? t.dnsTargetOwn : t.dnsTargetVip(fields.ingressVip) },
  ];
  return (
    <Card isCompact>
      <CardTitle component="h3">{t.dnsTitle}</CardTitle>
      <CardBody>
        {records.map(({ label, name, target }) => (
          <div key={name} className="mu-gap">
            <ClipboardCopy
              isReadOnly
              variant="inline-compact"
              isCode
              hoverTip={texts.general.copy}
              clickTip={texts.general.copied}
              textAriaLabel={label}
            >
              {name}
            </ClipboardCopy>
            <div className="mu-muted">{t.dnsTo(target)}</div>
          </div>
        ))}
      </CardBody>
    </Card>
  );
}
