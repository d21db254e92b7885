import { cookies } from "next/headers";
import type { ProviderFlow } from "./provider-flow";
import { decrypt, encrypt } from "./secrets";
import { sessionCookie } from "./session";

const SECONDS = 10 * 60;

/** Values that a browser keeps for a few minutes in cookies. It cannot read or change them. */
interface Kept {
  /** a user who still has to enter a code or confirm an address; where they want to go; `logInStamp` */
  "log-in": { userId: number; next?: string; stamp: string };
  /** a registration that waits for its address to be confirmed, or one for an address that already has an account */
  registration: { id: string; email: string; next?: string };
  /** a log-in at a provider that is in progress */
  provider: ProviderFlow;
}

const nameOf = (kind: keyof Kept) => `${sessionCookie().name}-${kind}`;

/** Sets the cookie. Call it from server actions and route handlers, which can set cookies. */
export async function setShortCookie<Kind extends keyof Kept>(kind: Kind, value: Kept[Kind]): Promise<void> {
  const sealed = encrypt("short-cookie", JSON.stringify({ kind, value, until: Date.now() + SECONDS * 1000 }));
  const { options } = sessionCookie();
  (await cookies()).set(nameOf(kind), Buffer.from(sealed).toString("base64url"), { ...options, maxAge: SECONDS });
}

/** Returns the value; null after ten minutes or if it is not from this service. */
export async function readShortCookie<Kind extends keyof Kept>(kind: Kind): Promise<Kept[Kind] | null> {
  const sealed = (await cookies()).get(nameOf(kind))?.value;
  if (!sealed) return null;
  try {
    const found = JSON.parse(decrypt("short-cookie", Buffer.from(sealed, "base64url")));
    return found.kind === kind && found.until > Date.now() ? found.value : null;
  } catch {
    return null;
  }
}

export async function clearShortCookie(kind: keyof Kept): Promise<void> {
  const { options } = sessionCookie();
  (await cookies()).set(nameOf(kind), "", { ...options, maxAge: 0 });
}
