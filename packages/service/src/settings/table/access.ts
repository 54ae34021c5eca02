import { boolean, list, oneOf, path, string, url } from "../kind.ts";
import { setting } from "../setting.ts";

const noAuth = "only AUTH_TYPE=none is built so far.";

export const access = {
  AUTH_TYPE: setting(oneOf("none", "local", "rhsso", "agent-installer-local"), {
    default: "none",
    says: "Who may call the API: everybody, holders of a token that this service signed, or users of a single sign-on. Only none is built so far; the others are refused.",
  }),
  EC_PUBLIC_KEY_PEM: setting(string, { says: "The key that checks local tokens (ES256, PEM).", noEffect: noAuth }),
  EC_PRIVATE_KEY_PEM: setting(string, {
    secret: true,
    says: "The key that signs local tokens (ES256, PEM).",
    noEffect: noAuth,
  }),
  LOCAL_AUTH_ENFORCE_RESOURCE_SCOPE: setting(boolean, {
    default: "true",
    says: "A local token opens only the cluster or environment that it was made for.",
    noEffect: noAuth,
  }),
  JWKS_URL: setting(url(), {
    default: "https://api.openshift.com/.well-known/jwks.json",
    says: "Where the keys that check users' tokens are published.",
    noEffect: noAuth,
  }),
  JWKS_CERT: setting(string, { says: "The same keys as text, instead of JWKS_URL.", noEffect: noAuth }),
  ADMIN_USERS: setting(list, { says: "Users who may do everything.", noEffect: noAuth }),
  ENABLE_ORG_TENANCY: setting(boolean, {
    default: "false",
    says: "Users see what belongs to their organisation, not only to themselves.",
    noEffect: noAuth,
  }),
  ENABLE_ORG_BASED_FEATURE_GATES: setting(boolean, {
    default: "false",
    says: "Features can be withheld from organisations.",
    noEffect: noAuth,
  }),
  OCM_BASE_URL: setting(url(), { says: "The account service behind single sign-on.", noEffect: noAuth }),
  OCM_TOKEN_URL: setting(url(), { says: "Where its access tokens come from.", noEffect: noAuth }),
  OCM_SERVICE_CLIENT_ID: setting(string, { says: "This service's id at the account service.", noEffect: noAuth }),
  OCM_SERVICE_CLIENT_SECRET: setting(string, {
    secret: true,
    says: "This service's secret at the account service.",
    noEffect: noAuth,
  }),
  OCM_SELF_TOKEN: setting(string, {
    secret: true,
    says: "A token instead of the two above.",
    noEffect: noAuth,
  }),
  ACKNOWLEDGE_DEPRECATED_OCM_SELF_TOKEN: setting(boolean, {
    default: "false",
    says: "Agree that OCM_SELF_TOKEN is an old way.",
    noEffect: noAuth,
  }),
  SERVICE_CA_CERT_PATH: setting(path, {
    says: "A certificate authority that agents must trust to reach this service.",
  }),
  SKIP_CERT_VERIFICATION: setting(boolean, {
    default: "false",
    says: "Agents accept any certificate from this service.",
  }),
};
