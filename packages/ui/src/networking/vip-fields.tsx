import { Button } from "@patternfly/react-core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { hostQuery } from "../api/queries.ts";
import { hostRowsQuery } from "../live/live.ts";
import { TextField } from "../parts/field.tsx";
import { texts } from "../texts/index.ts";
import { freeAddresses, suggestVips } from "./free-addresses.ts";
import type { NetworkFormProps } from "./network-form.tsx";

/** Enough to be sure: what three hosts found free is free. */
const witnesses = 3;
const offered = 20;

export function VipFields({ cluster, draft, problems, isEditable }: NetworkFormProps) {
  const { values, set } = draft;
  const t = texts.networking;
  const { data: rows = [] } = useQuery(hostRowsQuery({ cluster_id: cluster.id }));
  const reports = useQueries({
    queries: rows.slice(0, witnesses).map(({ infraEnvId, id }) => hostQuery(infraEnvId, id)),
  });
  const cidr = values.machine || (cluster.host_networks?.[0]?.cidr ?? "");
  const free = freeAddresses(
    reports.flatMap(({ data }) => data ?? []),
    cidr,
  );
  const suggestion = suggestVips(free);
  const domain = `${cluster.name}.${cluster.base_dns_domain}`;
  const inUse = (ip: string) =>
    free.length > 0 && ip !== "" && ip.includes(".") && !free.includes(ip) && !known.has(ip);
  const known = new Set([...(cluster.api_vips ?? []), ...(cluster.ingress_vips ?? [])].map(({ ip }) => ip));
  const fields = [
    ["apiVip", "api-vip", t.apiVip, t.apiVipHelp(`api.${domain}`)],
    ["ingressVip", "ingress-vip", t.ingressVip, t.ingressVipHelp(`*.apps.${domain}`)],
    ...(values.stack === "dual"
      ? ([
          ["apiVipSecond", "api-vip-2", t.apiVipSecond, ""],
          ["ingressVipSecond", "ingress-vip-2", t.ingressVipSecond, ""],
        ] as const)
      : []),
  ] as const;
  return (
    <>
      {fields.map(([name, id, label, help]) => (
        <TextField
          key={name}
          id={id}
          label={label}
          {...(help !== "" && { help })}
          disabled={!isEditable}
          suggestions={free.slice(0, offered)}
          value={values[name]}
          problem={problems[name] ?? (inUse(values[name]) ? t.inUse(values[name]) : null)}
          onChange={(ip) => set(name, ip)}
        />
      ))}
      {isEditable && (
        <div className="mu-row">
          <Button
            variant="secondary"
            isDisabled={suggestion === null}
            onClick={() => {
              if (!suggestion) return;
              set("apiVip", suggestion.api);
              set("ingressVip", suggestion.ingress);
            }}
          >
            {t.suggest}
          </Button>
          {suggestion === null && <span className="mu-muted">{t.noneFree}</span>}
        </div>
      )}
    </>
  );
}
