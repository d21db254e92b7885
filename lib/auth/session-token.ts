import { LRUCache } from "lru-cache";
import { decode, encode } from "next-auth/jwt";
import { baseUrl } from "@/lib/platform/env";
import { derivedSecret } from "@/lib/platform/secrets";
import { type CurrentSession, readSession, SESSION_SECONDS } from "./session-rows";

declare module "next-auth/jwt" {
  interface JWT {
    /** id of the `Session` row */
    sid: string;
  }
}

export const sessionCookieName = () => (baseUrl().startsWith("https:") ? "__Host-signpost" : "signpost");

/** Returns the content of a session's cookie: only the row's id, encrypted, so that no one can read or forge it. */
export const tokenOfSession = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: derivedSecret("session"), maxAge: SESSION_SECONDS });

const knownTokens = new LRUCache<string, boolean>({ max: 5_000 });

/** Returns whether a cookie holds a valid token. Its session may have ended: the database is not asked. */
export async function isSessionToken(token: string): Promise<boolean> {
  let known = knownTokens.get(token);
  if (known === undefined) {
    known = (await payloadOf(token)) !== null;
    knownTokens.set(token, known);
  }
  return known;
}

// A token with another secret, or one that was tampered with, is invalid.
const payloadOf = (token: string) => decode({ token, secret: derivedSecret("session") }).catch(() => null);

/** Returns the session of a cookie's token; null if it has ended or the token is invalid. */
export async function sessionOfToken(token: string): Promise<CurrentSession | null> {
  const payload = await payloadOf(token);
  return payload ? readSession(payload.sid) : null;
}
