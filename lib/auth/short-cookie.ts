import { cookies } from "next/headers";
import { decrypt, encrypt } from "@/lib/platform/secrets";
import { randomToken } from "./one-time-tokens";
import type { ProviderFlow } from "./provider-flow";
import { sessionCookie } from "./session";

const SECONDS = 10 * 60;

/** The most log-ins in progress of one browser. With the longest addresses, their cookies have 6 KB together. */
const AT_MOST = 5;

/** Values that a browser keeps for a few minutes in cookies. It cannot read or change them. */
interface Kept {
  /** a user who still has to enter a code or confirm an address; where they want to go; `logInStamp` */
  "log-in": { userId: number; next?: string; stamp: string };
  /** a registration that waits for its address to be confirmed, or one for an address that already has an account */
  registration: { id: string; email: string; next?: string };
  /** a log-in at a provider that is in progress */
  provider: ProviderFlow;
}

type Kind = keyof Kept;

/** A value with the ID of its cookie. Each tab that logs in has its own cookie. */
type Found<K extends Kind> = { cookie: string } & Kept[K];

const prefix = () => `${sessionCookie().name}-short-`;

/**
 * Sets a new cookie and returns its id. Removes the oldest cookies beyond the limit. Call it from server actions and
 * route handlers, which can set cookies.
 */
export async function addShortCookie<K extends Kind>(kind: K, value: Kept[K], id = randomToken(12)): Promise<string> {
  for (const { cookie } of (await allKept()).slice(AT_MOST - 1)) await clearShortCookie(cookie);
  const sealed = encrypt("short-cookie", JSON.stringify({ kind, value, until: Date.now() + SECONDS * 1000 }));
  const { options } = sessionCookie();
  const text = Buffer.from(sealed).toString("base64url");
  (await cookies()).set(prefix() + id, text, { ...options, maxAge: SECONDS });
  return id;
}

/** Returns the value of a cookie; null after ten minutes or if it is not from this service. */
export async function readShortCookie<K extends Kind>(kind: K, id: unknown): Promise<Found<K> | null> {
  if (typeof id !== "string") return null;
  const found = opened((await cookies()).get(prefix() + id)?.value);
  return found?.kind === kind ? { ...(found.value as Kept[K]), cookie: id } : null;
}

/** Returns the newest value of a kind for which `isIt` is true, or null. */
export async function findShortCookie<K extends Kind>(
  kind: K,
  isIt: (value: Kept[K]) => boolean,
): Promise<Found<K> | null> {
  for (const { cookie } of await allKept()) {
    const found = await readShortCookie(kind, cookie);
    if (found && isIt(found)) return found;
  }
  return null;
}

export async function clearShortCookie(id: string): Promise<void> {
  const { options } = sessionCookie();
  (await cookies()).set(prefix() + id, "", { ...options, maxAge: 0 });
}

/** The browser's cookies, newest first. Those that are no longer valid are at the end. */
async function allKept(): Promise<{ cookie: string; until: number }[]> {
  return (await cookies())
    .getAll()
    .filter(({ name, value }) => name.startsWith(prefix()) && value !== "")
    .map(({ name, value }) => {
      const cookie = name.slice(prefix().length);
      return { cookie, until: opened(value)?.until ?? 0 };
    })
    .sort((one, other) => other.until - one.until);
}

function opened(sealed = ""): { kind: Kind; value: unknown; until: number } | null {
  try {
    const found = JSON.parse(decrypt("short-cookie", Buffer.from(sealed, "base64url")));
    return found.until > Date.now() ? found : null;
  } catch {
    return null;
  }
}
