// A small OpenID Connect issuer: it knows some people, lets whoever is chosen in at once, and gives codes, tokens and device
// codes as real ones do.
import { generateKeyPairSync, hash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, type JWTPayload, SignJWT } from "jose";

export type TestIssuer = Readonly<{
  url: string;
  clientId: string;
  /** Who logs in next. */
  visitor: { claims: JWTPayload | null };
  /** How often its keys were fetched. */
  asked: { keys: number };
  /** While set, every request is answered with this status. */
  trouble: { status: number | null };
  token(
    claims: JWTPayload,
    options?: Readonly<{ expiresIn?: number; audience?: string; issuer?: string }>,
  ): Promise<string>;
  /** A new key signs from now on; the old one is forgotten. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}>;

type Pending = { challenge: string; nonce: string | null; redirectUri: string; claims: JWTPayload };

const seconds = () => Math.floor(Date.now() / 1_000);

export async function startIssuer(): Promise<TestIssuer> {
  const clientId = "muster";
  let keys = await newKeys();
  const codes = new Map<string, Pending>();
  const refreshes = new Map<string, JWTPayload>();
  const devices = new Map<string, { polls: number }>();
  const visitor: TestIssuer["visitor"] = { claims: null };
  const asked = { keys: 0 };
  const trouble: TestIssuer["trouble"] = { status: null };

  const token: TestIssuer["token"] = (claims, { expiresIn = 600, audience = clientId, issuer = url } = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: keys.kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(seconds() - 3_600)
      .setExpirationTime(seconds() + expiresIn)
      .sign(keys.privateKey);

  const grant = async (claims: JWTPayload, nonce: string | null) => {
    const refresh = randomUUID();
    refreshes.set(refresh, claims);
    const idToken = await token({ ...claims, ...(nonce !== null && { nonce }) });
    return { id_token: idToken, access_token: "opaque", refresh_token: refresh, token_type: "Bearer", expires_in: 600 };
  };

  const exchange = async (form: URLSearchParams): Promise<[status: number, body: object]> => {
    const refused: [number, object] = [400, { error: "invalid_grant" }];
    switch (form.get("grant_type")) {
      case "authorization_code": {
        const pending = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const fits =
          pending?.challenge === hash("sha256", form.get("code_verifier") ?? "", "base64url") &&
          pending.redirectUri === form.get("redirect_uri");
        return fits ? [200, await grant(pending.claims, pending.nonce)] : refused;
      }
      case "refresh_token": {
        const claims = refreshes.get(form.get("refresh_token") ?? "");
        return claims ? [200, await grant(claims, null)] : refused;
      }
      case "urn:ietf:params:oauth:grant-type:device_code": {
        const device = devices.get(form.get("device_code") ?? "");
        if (!device) return refused;
        device.polls += 1;
        if (device.polls === 1 || visitor.claims === null) return [400, { error: "authorization_pending" }];
        return [200, await grant(visitor.claims, null)];
      }
      default:
        return [400, { error: "unsupported_grant_type" }];
    }
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const json = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (trouble.status !== null) return json(trouble.status, {});
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return json(200, {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          device_authorization_endpoint: `${url}/device`,
          jwks_uri: `${url}/keys`,
        });
      case "/keys":
        asked.keys += 1;
        return json(200, { keys: [keys.published] });
      case "/authorize": {
        const redirectUri = searchParams.get("redirect_uri") ?? "";
        const back = new URL(redirectUri);
        back.searchParams.set("state", searchParams.get("state") ?? "");
        if (visitor.claims === null) back.searchParams.set("error", "access_denied");
        else {
          const code = randomUUID();
          const challenge = searchParams.get("code_challenge") ?? "";
          codes.set(code, { challenge, nonce: searchParams.get("nonce"), redirectUri, claims: visitor.claims });
          back.searchParams.set("code", code);
        }
        return response.writeHead(302, { location: back.href }).end();
      }
      case "/token": {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk);
        return json(...(await exchange(new URLSearchParams(Buffer.concat(chunks).toString()))));
      }
      case "/device": {
        const code = randomUUID();
        devices.set(code, { polls: 0 });
        const at = `${url}/activate`;
        return json(200, {
          device_code: code,
          user_code: "WDJB-MJHT",
          verification_uri: at,
          expires_in: 60,
          interval: 0,
        });
      }
      default:
        return json(404, {});
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url,
    clientId,
    visitor,
    asked,
    trouble,
    token,
    rotate: async () => {
      keys = await newKeys();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const kid = randomUUID();
  return { privateKey, kid, published: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}
