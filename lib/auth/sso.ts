import { baseUrl } from "@/lib/platform/env";
import { logFailedLogIn } from "./events";
import { consumeToken, createToken, findToken } from "./one-time-tokens";

/** Whether a URL still logs in, and if not, why. */
type SsoState = "usable" | "used" | "expired" | "unknown";

/** A URL that logs its reader in as the user, once, within an hour. The user exists. */
export const createSsoUrl = async (userId: number): Promise<string> =>
  `${baseUrl()}/login/sso/${await createToken("log_in", userId)}`;

/** What would come of opening a URL, without using it. */
export const ssoStateOf = async (token: string): Promise<SsoState> =>
  (await findToken("log_in", token))?.state ?? "unknown";

/** Uses a URL up; returns the id of the user to log in, null where it is not usable, which the log gets to know. */
export async function consumeSsoToken(token: string, address = ""): Promise<number | null> {
  const used = await consumeToken("log_in", token);
  if (used) return used.userId;
  const found = await findToken("log_in", token);
  logFailedLogIn(`log-in address: ${found?.state ?? "unknown"}`, address, found?.userId);
  return null;
}
