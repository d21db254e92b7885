import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { AppError } from "@/lib/contract/errors";
import { content } from "@/lib/contract/permissions";
import { type Download, download } from "@/lib/platform/files/download";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { jobOwnerOf } from "@/lib/transfers/job";
import { offloadBytes } from "@/lib/transfers/offload";

/** Archives per account and hour. The limit is low because each archive reads all of the account's data. */
const hourly = 5;

/** A member gets the archive only with the permission to see each of its parts. */
const needed = [...content, "account" as const].map((subject) => `${subject}:read` as const);

const limiter = () =>
  processSingleton("archives", () => createRateLimiter({ name: "archive", points: hourly, seconds: 60 * 60 }));

/**
 * Everything that the actor owns as one ZIP, sent while it is being created. Every plan includes it, so that people's
 * own data is never locked in. Its creation throws `rate_limited` after too many, and `conflict` while another file is
 * being sent to the actor.
 */
export function archiveFile(actor: Actor): Download {
  for (const permission of needed) authorize(actor, permission);
  const day = new Date().toISOString().slice(0, 10);
  return download(`signpost-${actor.username}-${day}.zip`, "application/zip", (gone) => createArchive(actor, gone));
}

async function createArchive(actor: Actor, gone: AbortSignal) {
  const who = `user:${actor.userId}`;
  const { allowed } = await limiter().consume(who);
  if (!allowed) throw new AppError("archive_too_often", { count: hourly });
  try {
    return offloadBytes({ kind: "archive", ...jobOwnerOf(actor) }, gone, async function* () {
      const { writeArchive } = await import("./archive");
      yield* writeArchive(actor);
    });
  } catch (error) {
    await limiter().refund(who);
    throw error;
  }
}
