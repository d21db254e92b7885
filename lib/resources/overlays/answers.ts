import type { OverlayAnswer, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import type { Visit } from "@/lib/clicks/classify/visit";
import { AppError, refusedField } from "@/lib/contract/errors";
import { behindId, type Page, type Paged, paged, rangeAndOneMore } from "@/lib/contract/pagination";
import { parse } from "@/lib/contract/parse";
import { formatTimestamp } from "@/lib/contract/timestamp";
import { db } from "@/lib/platform/database/db";
import { type Counted, countedFrom, totalIn } from "@/lib/platform/database/rows";
import { statement, transaction } from "@/lib/platform/database/statement";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { Turns } from "@/lib/platform/limits/turns";
import { networkOf } from "@/lib/platform/network/networks";
import { hmac } from "@/lib/platform/secrets";
import { processSingleton } from "@/lib/platform/singleton";
import { shortUrlOf } from "@/lib/resources/links/short-url";
import type { OverlaySnapshot } from "@/lib/resources/overlays/content";
import { readOwnedRows } from "@/lib/resources/ownership";
import { requireFeature } from "@/lib/resources/plans/quota";
import { type AnswerContent, answerFields, answerForms, type OverlayWithForm } from "./answer";
import { readAnswer } from "./presenter";
import { getOverlay } from "./service";

/** The most answers to one overlay, because anyone can send answers. */
const maxAnswers = 100_000;

export type OverlayWithFormRow = Extract<OverlaySnapshot, { type: OverlayWithForm }>;

/** The second limit is for all networks together, so that someone with many of them cannot fill an overlay either. */
const limiters = () =>
  processSingleton("overlayAnswerLimiters", () => ({
    network: createRateLimiter({ name: "overlay-answer", points: 10, seconds: 15 * 60 }),
    overlay: createRateLimiter({ name: "overlay-answer-anywhere", points: 5_000, seconds: 60 * 60 }),
  }));

/**
 * Stores a visitor's answer to an overlay that was shown on the link `linkId`. Returns false if the visitor has already
 * voted. Throws `invalid`, naming the fields, and `rate_limited`: ten answers in 15 minutes for each overlay and
 * network, and 5,000 in an hour for each overlay.
 */
export async function takeAnswer(
  overlay: OverlayWithFormRow,
  linkId: number,
  form: URLSearchParams,
  visit: Visit,
): Promise<boolean> {
  const content: AnswerContent = parse(answerForms[overlay.type], Object.fromEntries(form));
  if (overlay.type === "poll" && !overlay.content.options.includes(content.option ?? "")) {
    throw refusedField("option", "answer_unknown");
  }
  const { network, overlay: anywhere } = limiters();
  if (!(await network.consume({ address: visit.address, with: overlay.id })).allowed)
    throw new AppError("answers_too_many");
  if (!(await anywhere.consume(String(overlay.id))).allowed) throw new AppError("answers_too_many_here");
  const values = [overlay.id, linkId, content, authorOf(overlay, content, visit), maxAnswers - 1];
  const [, rows] = await turns().run(overlay.id, () =>
    transaction<{ full: boolean; taken: boolean }>([
      [lock, [overlay.id]],
      [takeSql, values],
    ]),
  );
  const { full, taken } = rows?.[0] ?? {};
  if (full) throw new AppError("form_full");
  // Subscribing twice gets the same answer as once, so that strangers cannot learn which addresses are on the list.
  return taken === true || overlay.type !== "poll";
}

/** The answers to an overlay wait here for each other, because those that wait for its lock hold connections. */
const turns = () => processSingleton("overlayAnswerTurns", () => new Turns());

/** Locks an overlay, so that each of several simultaneous answers sees the one before. */
const lock = "SELECT FROM overlays WHERE id = $1 FOR NO KEY UPDATE";

// If the overlay was deleted meanwhile, this stores nothing. The link may also have been deleted.
const takeSql = `
  WITH room AS MATERIALIZED (
    SELECT NOT EXISTS (SELECT FROM overlay_answers WHERE overlay_id = $1 ORDER BY id DESC OFFSET $5 LIMIT 1) AS is_free
  ), taken AS (INSERT INTO overlay_answers (overlay_id, link_id, content, author)
    SELECT overlays.id, links.id, $3, $4 FROM overlays JOIN room ON is_free LEFT JOIN links ON links.id = $2
    WHERE overlays.id = $1 ON CONFLICT (overlay_id, author) DO NOTHING RETURNING overlay_id
  ), counted AS (INSERT INTO overlay_counts AS counted (overlay_id, responses) SELECT overlay_id, 1 FROM taken
    ON CONFLICT (overlay_id) DO UPDATE SET responses = least(counted.responses::bigint + 1, 2147483647))
  SELECT NOT is_free AS full, EXISTS (SELECT FROM taken) AS taken FROM room`;

/** Identifies people who may answer only once: a visitor in a poll, an address in a newsletter. */
function authorOf({ id, type }: OverlayWithFormRow, { email }: AnswerContent, visit: Visit): Uint8Array | null {
  if (type === "contact") return null;
  return hmac(
    "overlay-author",
    `${id}\n${type === "poll" ? `${networkOf(visit.address)}\n${visit.userAgent}` : email?.toLowerCase()}`,
  );
}

/** The number of votes for each option of a poll, in their order. */
export async function countVotes({ id, content }: Extract<OverlaySnapshot, { type: "poll" }>): Promise<number[]> {
  const rows = await statement<{ option: string; votes: number }>(
    `SELECT content->>'option' AS option, count(*)::int AS votes FROM overlay_answers
      WHERE overlay_id = $1 GROUP BY 1`,
    [id],
  );
  const votes = new Map(rows.map((row) => [row.option, row.votes]));
  return content.options.map((option) => votes.get(option) ?? 0);
}

/** Loads the link on which the overlay was shown. */
const include = { link: { include: { domain: true } } } as const;

type ListedAnswer = Prisma.OverlayAnswerGetPayload<{ include: typeof include }>;

/** A page of the answers to the actor's overlay, newest first. */
export async function listAnswers(actor: Actor, overlayId: number, page: Page): Promise<Paged<ListedAnswer>> {
  await getOverlay(actor, overlayId);
  const [rows, counted] = await Promise.all([
    db.overlayAnswer.findMany({
      ...{ where: { overlayId, ...behindId(page) }, include, orderBy: { id: "desc" } },
      ...rangeAndOneMore(page),
    }),
    statement<Counted>(countedFrom("overlay_answers WHERE overlay_id = $1", "id"), [overlayId], { quick: true }),
  ]);
  return paged(page, { rows, ...totalIn(page, counted, rows.length) }, ({ id }) => [id]);
}

/** Counts the answers to each of these overlays. */
export async function answerCounts(ids: number[]): Promise<Map<number, number>> {
  const counted = await db.overlayAnswer.groupBy({ by: "overlayId", where: { overlayId: { in: ids } }, _count: true });
  return new Map(counted.map(({ overlayId, _count }) => [overlayId, _count]));
}

/** The answers to all of the actor's overlays, in batches, oldest first. */
export const answersToAll = (actor: Actor) =>
  readOwnedRows<OverlayAnswer>(
    {
      findMany: ({ where: { userId, id }, ...query }) =>
        db.overlayAnswer.findMany({ where: { overlay: { userId }, id }, ...query }),
    },
    actor,
    "overlay",
  );

const batch = 1000;

/** All answers to an overlay, newest first, with their links. They are read while they are consumed. */
async function* allAnswers(overlayId: number) {
  let before: number | undefined;
  for (;;) {
    const rows = await db.overlayAnswer.findMany({
      where: { overlayId, id: { lt: before } },
      orderBy: { id: "desc" },
      take: batch,
      include,
    });
    yield* rows;
    before = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

const headings = { name: "Name", email: "E-mail", message: "Message", option: "Choice" };

/** The answers to the actor's overlay as a table, newest first. Rows are read while they are consumed. */
export async function answersTable(actor: Actor, overlayId: number) {
  const { type, name } = await getOverlay(actor, overlayId);
  requireFeature(actor, "export");
  const columns = answerFields(type);
  return { name, header: ["Date (UTC)", "Link", ...columns.map((field) => headings[field])], rows };

  async function* rows() {
    for await (const { createdAt, link, content } of allAnswers(overlayId)) {
      const answer = readAnswer(content);
      yield [formatTimestamp(createdAt), link && shortUrlOf(link), ...columns.map((field) => answer[field] ?? null)];
    }
  }
}
