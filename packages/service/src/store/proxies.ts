// The address of a proxy may hold a password. Such an address is closed in the stored document and opened when it is read;
// the rest of a document is not secret.
import type { Cluster, InfraEnv } from "@muster/core";
import { sealedPrefix, type Vault } from "../vault/vault.ts";
import { type SecretOwner, secretPlace } from "./schema.ts";

type Owner = Exclude<SecretOwner["kind"], "host">;
type Rooted = Pick<Cluster | InfraEnv, "id" | "proxy">;

export const proxyFields = ["httpProxy", "httpsProxy"] as const;
type ProxyField = (typeof proxyFields)[number];

/** In JavaScript and in PostgreSQL: who the proxy is to take this for stands before its name. */
export const namesUser = "//[^/?#]*@";
const needsSeal = new RegExp(namesUser);

export const proxyPlace = (kind: Owner, id: string, field: ProxyField): string => secretPlace({ kind, id }, field);

export function sealProxy<R extends Rooted>(vault: Vault, kind: Owner, root: R): R {
  if (vault.keyId === null) return root;
  return changed(
    root,
    (url) => needsSeal.test(url),
    (url, field) => vault.seal(url, proxyPlace(kind, root.id, field)),
  );
}

export function openProxy<R extends Rooted>(vault: Vault, kind: Owner, root: R): R {
  return changed(
    root,
    (url) => url.startsWith(sealedPrefix),
    (url, field) => vault.open(url, proxyPlace(kind, root.id, field)),
  );
}

/** The same document where there is nothing to do, which is nearly always so. */
function changed<R extends Rooted>(
  root: R,
  concerns: (url: string) => boolean,
  change: (url: string, field: ProxyField) => string,
): R {
  const { proxy } = root;
  if (!proxyFields.some((field) => concerns(proxy[field]))) return root;
  const urls = proxyFields.map((field) => [field, concerns(proxy[field]) ? change(proxy[field], field) : proxy[field]]);
  return { ...root, proxy: { ...proxy, ...Object.fromEntries(urls) } };
}
