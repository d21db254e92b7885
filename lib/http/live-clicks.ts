import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClickSubject } from "@/generated/prisma/enums";
import { hasPermission } from "@/lib/auth/permissions";
import { sessionCookieName, sessionOfToken } from "@/lib/auth/session-rows";
import { liveStreams } from "@/lib/clicks/statistics/live-streams";
import { parseSubjectKeys, SUBJECT_TABLES, type SubjectKey } from "@/lib/clicks/store/subject-keys";
import type { Permission } from "@/lib/contract/permissions";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { readCookie } from "@/lib/platform/network/cookie";
import { isSameOriginForm } from "@/lib/visits/core/request";

/**
 * The address that streams new clicks to pages, with `?of=link:12,link:13`. Next does not serve it, because a stream
 * would occupy a place among the page requests.
 */
export const LIVE_PATH = "/dashboard/live";

/** More subjects than any page shows. */
const MOST_KEYS = 100;

/** The permission that each subject needs. */
const shown: Record<ClickSubject, Permission> = {
  link: "links:read",
  qr: "qr:read",
  campaign: "campaigns:read",
  bio: "bio:read",
};

/** Answers with an event stream (`clicks`: the data on the page has changed), or with the status of a refusal. */
export async function answerLive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const status = await begin(request, response);
    if (status !== 200) response.writeHead(status, { "Cache-Control": "no-store" }).end();
  } catch (error) {
    log.warn({ error: String(error) }, "live clicks are not available");
    response.writeHead(503).end();
  }
}

async function begin(request: IncomingMessage, response: ServerResponse): Promise<number> {
  const { headers, method, url = "" } = request;
  if (method !== "GET") return 405;
  // A page of another site cannot read the stream and should not be able to hold one open.
  if (!isSameOriginForm({ headers })) return 403;
  const token = readCookie({ headers }, sessionCookieName());
  const session = token ? await sessionOfToken(token) : null;
  if (!session) return 401;
  const { actor, sessionId } = session;
  const { userId } = actor;
  const requested = parseSubjectKeys(new URLSearchParams(url.slice(url.indexOf("?"))).get("of") ?? "").slice(
    0,
    MOST_KEYS,
  );
  const watched = await ownedSubjects(
    userId,
    requested.filter(({ subject }) => hasPermission(actor, shown[subject])),
  );
  // The link may just have been deleted. Browsers stop asking after a 204 and do not treat it as an error.
  if (watched.size === 0) return 204;
  const streams = liveStreams();
  if (!streams.hasRoom(userId)) return 429;
  // The client may have left during the look-ups.
  if (!response.destroyed) streams.add({ userId, memberId: actor.by.userId, sessionId, watched, response });
  return 200;
}

/** Returns the subjects that belong to the user. */
async function ownedSubjects(userId: number, requested: ReturnType<typeof parseSubjectKeys>): Promise<Set<SubjectKey>> {
  const owned = new Set<SubjectKey>();
  for (const subject of new Set(requested.map((one) => one.subject))) {
    const ids = await ownedIds(
      subject,
      userId,
      requested.filter((one) => one.subject === subject).map(({ id }) => id),
    );
    for (const one of requested) if (one.subject === subject && ids.has(one.id)) owned.add(one.key);
  }
  return owned;
}

async function ownedIds(subject: ClickSubject, userId: number, ids: number[]): Promise<Set<number>> {
  const rows = await statement<{ id: number }>(
    `select id from ${SUBJECT_TABLES[subject]} where id = any($1::int[]) and user_id = $2`,
    [ids, userId],
  );
  return new Set(rows.map(({ id }) => id));
}
