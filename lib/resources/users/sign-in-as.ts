import { requireSession, signIn } from "@/lib/auth/session";
import { AppError } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log/log";
import { getEntry } from "./directory";

/** Logs the administrator of this browser in as another user, to see what that user sees. */
export async function signInAs(id: number): Promise<void> {
  const { actor, sessionId } = await requireSession();
  const user = await getEntry(actor, id);
  if (user.id === actor.userId) throw new AppError("already_signed_in_as");
  await signIn(user.id, { adminSessionId: sessionId });
  log.info({ administrator: actor.userId, user: user.id }, "an administrator logged in as a user");
}
