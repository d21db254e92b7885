import { baseUrl } from "@/lib/platform/env";
import { logFailedLogIn } from "./events";
import { consumeToken, createToken, findToken } from "./one-time-tokens";

/** Whether a URL still logs in, and if not, why. */
type SsoState = "usable" | "used" | "expired" | "unknown";

/** Returns a URL that logs its reader in as an existing user, once, within an hour. */
export const createSsoUrl = async (userId: number): Promise<string> =>
  `${baseUrl()}/login/sso/${await createToken("log_in", userId)}`;

/** Returns the state of a URL without using it. */
export const readSsoState = async (token: string): Promise<SsoState> =>
  (await findToken("log_in", token))?.state ?? "unknown";

/** Uses a URL and returns the id of the user to log in. If it does not work, returns null and logs the reason. */
export async function consumeSsoToken(token: string, address = ""): Promise<number | null> {
  const used = await consumeToken("log_in", token);
  if (used) return used.userId;
  const found = await findToken("log_in", token);
  logFailedLogIn(`log-in address: ${found?.state ?? "unknown"}`, address, found?.userId);
  return null;
}
