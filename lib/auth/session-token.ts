import { decode, encode } from "next-auth/jwt";
import { baseUrl } from "@/lib/platform/env";
import { derivedSecret } from "./secrets";
import { type CurrentSession, readSession, SESSION_SECONDS } from "./session-rows";

declare module "next-auth/jwt" {
  interface JWT {
    /** id of the `Session` row */
    sid: string;
  }
}

/** The name of the cookie that holds a session's token. */
export const sessionCookieName = () => (baseUrl().startsWith("https:") ? "__Host-signpost" : "signpost");

/** What a cookie holds of a session: nothing but the row's id, which nobody can read or make. */
export const tokenOfSession = (sid: string): Promise<string> =>
  encode({ token: { sid }, secret: derivedSecret("session"), maxAge: SESSION_SECONDS });

/** The session whose token a cookie holds; null for one that has ended, or that is no token of ours. */
export async function sessionOfToken(token: string): Promise<CurrentSession | null> {
  // A token of another secret, or one that was tampered with, is no token.
  const payload = await decode({ token, secret: derivedSecret("session") }).catch(() => null);
  return payload ? readSession(payload.sid) : null;
}
