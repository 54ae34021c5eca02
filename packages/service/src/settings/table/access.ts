import { boolean, duration, list, oneOf, path, string, url } from "../kind.ts";
import { setting } from "../setting.ts";

const noAccounts =
  "agents' tokens are held against the pull secret of their own infra-env; no account service is asked.";

export const access = {
  AUTH_TYPE: setting(oneOf("none", "local", "rhsso", "agent-installer-local", "oidc"), {
    default: "none",
    says: "Who may call the API: everybody (none), machines with a token that this service signed (local), holders of the three tokens of an agent-based installation (agent-installer-local), users of a single sign-on whose keys are known (rhsso), or people who log in at an OpenID Connect issuer (oidc).",
  }),
  EC_PUBLIC_KEY_PEM: setting(string, {
    unset: "the public half of the private key",
    says: "The key that checks tokens of this service (ES256): PEM, or PEM in base64.",
  }),
  EC_PRIVATE_KEY_PEM: setting(string, {
    secret: true,
    unset: "a key that the first start makes and keeps in keys/token.pem of the data directory",
    says: "The key that signs tokens of this service (ES256): PEM, or PEM in base64. Several replicas need the same.",
  }),
  LOCAL_AUTH_ENFORCE_RESOURCE_SCOPE: setting(boolean, {
    default: "true",
    says: "A token of this service opens only the cluster or infra-env that it was made for.",
  }),
  JWKS_URL: setting(url(), {
    default: "https://api.openshift.com/.well-known/jwks.json",
    says: "Where the keys that check users' tokens are published, with AUTH_TYPE=rhsso.",
  }),
  JWKS_CERT: setting(string, {
    says: "The same keys as text, instead of JWKS_URL: a key set in JSON, or one certificate or public key in PEM.",
  }),
  ADMIN_USERS: setting(list, { says: "Users who may do everything." }),
  ENABLE_ORG_TENANCY: setting(boolean, {
    default: "false",
    says: "Users see what belongs to their organisation, not only to themselves. To change it they must own it.",
  }),
  MUSTER_ROLES_CLAIM: setting(string, {
    default: "groups",
    says: "The claim of a user's token that lists their roles; dots lead deeper, as in realm_access.roles.",
  }),
  MUSTER_ADMIN_ROLES: setting(list, { default: "muster-admin", says: "Roles whose holders may do everything." }),
  MUSTER_READ_ONLY_ADMIN_ROLES: setting(list, {
    default: "muster-read-only-admin",
    says: "Roles whose holders may look at everything, apart from credentials, and change nothing.",
  }),
  MUSTER_USER_ROLES: setting(list, {
    unset: "everybody whom the issuer knows",
    says: "Roles whose holders may make clusters of their own.",
  }),
  MUSTER_OIDC_ISSUER: setting(url(), { says: "The OpenID Connect issuer where people log in, with AUTH_TYPE=oidc." }),
  MUSTER_OIDC_CLIENT_ID: setting(string, { says: "The client that this service and its command line are there." }),
  MUSTER_OIDC_CLIENT_SECRET: setting(string, {
    secret: true,
    says: "That client's secret, if the issuer wants one for logins in a browser.",
  }),
  MUSTER_OIDC_AUDIENCE: setting(list, {
    unset: "MUSTER_OIDC_CLIENT_ID",
    says: "Audiences of the tokens that are taken.",
  }),
  MUSTER_OIDC_SCOPES: setting(string, { default: "openid profile email", says: "What a login asks the issuer for." }),
  MUSTER_OIDC_REDIRECT_URL: setting(url(), {
    unset: "the address that the browser used",
    says: "Where browsers reach this service, when a proxy stands between: https://muster.example.com.",
  }),
  MUSTER_SESSION_TIME: setting(duration, { default: "8h", says: "How long a login in a browser lasts." }),
  MUSTER_AUDIT_KEEP: setting(duration, {
    default: "2160h",
    says: "How long it is remembered who changed what. Written with every AUTH_TYPE but none.",
  }),
  ENABLE_ORG_BASED_FEATURE_GATES: setting(boolean, {
    default: "false",
    says: "Features can be withheld from organisations.",
    noEffect: "no account service is asked what an organisation may use.",
  }),
  OCM_BASE_URL: setting(url(), { says: "The account service behind single sign-on.", noEffect: noAccounts }),
  OCM_TOKEN_URL: setting(url(), { says: "Where its access tokens come from.", noEffect: noAccounts }),
  OCM_SERVICE_CLIENT_ID: setting(string, { says: "This service's id at the account service.", noEffect: noAccounts }),
  OCM_SERVICE_CLIENT_SECRET: setting(string, {
    secret: true,
    says: "This service's secret at the account service.",
    noEffect: noAccounts,
  }),
  OCM_SELF_TOKEN: setting(string, {
    secret: true,
    says: "A token instead of the two above.",
    noEffect: noAccounts,
  }),
  ACKNOWLEDGE_DEPRECATED_OCM_SELF_TOKEN: setting(boolean, {
    default: "false",
    says: "Agree that OCM_SELF_TOKEN is an old way.",
    noEffect: noAccounts,
  }),
  SERVICE_CA_CERT_PATH: setting(path, {
    unset: "the service's own certificate, when it signed that itself",
    says: "A certificate authority that agents must trust to reach this service.",
  }),
  SKIP_CERT_VERIFICATION: setting(boolean, {
    default: "false",
    says: "Agents accept any certificate from this service.",
  }),
  MUSTER_ENCRYPTION_KEY: setting(string, {
    secret: true,
    unset: "secrets are stored as they are",
    says: "Encrypts pull secrets, kubeconfigs, passwords and the like where they are stored: 32 bytes in base64. Several, separated by commas, rotate: the first encrypts, the others still open what they closed.",
  }),
  MUSTER_ENCRYPTION_KEY_FILE: setting(path, { says: "A file with the same, one key on each line." }),
};
