import { decode } from "next-auth/jwt";
import { baseUrl } from "@/lib/platform/env";
import { derivedSecret } from "./secrets";
import { type CurrentSession, readSession } from "./session-rows";

/** The name of the cookie that holds a session's token. */
export const sessionCookieName = () => (baseUrl().startsWith("https:") ? "__Host-signpost" : "signpost");

/** The session whose token a cookie holds; null for one that has ended, or that is no token of ours. */
export async function sessionOfToken(token: string): Promise<CurrentSession | null> {
  // A token of another secret, or one that was tampered with, is no token.
  const payload = await decode({ token, secret: derivedSecret("session") }).catch(() => null);
  return payload ? readSession(payload.sid) : null;
}
