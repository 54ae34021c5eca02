// Tokens in image links that expire: HS256 with the infra-env's own key (reference service 6.2).
import { errors, jwtVerify, SignJWT } from "jose";
import { expiredToken, refusedToken } from "./local-tokens.ts";

const keyBytes = (key: string): Uint8Array => Buffer.from(key, "base64");

export const signImageToken = (infraEnvId: string, key: string, expiresAt: number): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(infraEnvId)
    .setExpirationTime(Math.floor(expiresAt / 1_000))
    .sign(keyBytes(key));

export async function verifyImageToken(token: string, infraEnvId: string, key: string): Promise<void> {
  try {
    await jwtVerify(token, keyBytes(key), { algorithms: ["HS256"], subject: infraEnvId, requiredClaims: ["exp"] });
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredToken();
    throw refusedToken("The token in this link does not fit its infra-env. Ask for a fresh link.");
  }
}
