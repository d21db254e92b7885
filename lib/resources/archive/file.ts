import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { content } from "@/lib/contract/permissions";
import { download } from "@/lib/platform/download";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { archiveApart } from "@/lib/resources/transfers/apart";
import { whoseOf } from "@/lib/resources/transfers/job";

/** What an account may have made within an hour: each reads all that it has. */
const hourly = 5;

/** Whoever may not see a part by itself does not get it with the rest. */
const needed = [...content, "account" as const].map((subject) => `${subject}:read` as const);

const limiter = () =>
  processSingleton("archives", () => createRateLimiter({ name: "archive", points: hourly, seconds: 60 * 60 }));

/**
 * All that the actor has as one ZIP, sent while it is being made, on every plan: what is one's own is never locked in. Throws
 * `rate_limited` after too many, and `conflict` while another file is sent to them.
 */
export async function archiveFile(actor: Actor): Promise<Response> {
  for (const permission of needed) authorize(actor, permission);
  const who = `user:${actor.userId}`;
  const { allowed } = await limiter().consume(who);
  if (!allowed) throw new AppError("archive_too_often", { count: hourly });
  try {
    const bytes = archiveApart({ kind: "archive", ...whoseOf(actor) }, async function* () {
      const { archiveOf } = await import("./archive");
      yield* archiveOf(actor);
    });
    const day = new Date().toISOString().slice(0, 10);
    return download(`signpost-${actor.username}-${day}.zip`, "application/zip", bytes);
  } catch (error) {
    await limiter().refund(who);
    throw error;
  }
}
