import { isIP } from "node:net";
import { type LinkTakedown, Prisma } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { foldEmail } from "@/lib/contract/email";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { parseUrl } from "@/lib/contract/url";
import { authored, requestOf } from "@/lib/platform/database/author";
import { db, type Transaction } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { isListed, isNamedHost } from "@/lib/platform/network/host-list";
import { destinationsOf, type Leading } from "@/lib/resources/links/destinations/blocked";

/** How many links a step checks. Each step is a short transaction. */
const STEP = 1_000;
/** How many links a step reads completely. Fewer, because their rules can be large. */
const READ = 100;
/** How long a request works on an action before the regular task goes on with it. */
const IN_REQUEST_MS = 3_000;
const IN_TASK_MS = 50_000;
const MOST_LISTED = 20;

/** What to disable: the links to a host and its subdomains, or those of an account, by its e-mail address or name. */
export type Target = { host: string } | { account: string };

/**
 * Disables all links to a host or of an account that are not disabled yet, in steps. The first ones are done now, and the
 * rest by a regular task, also after a restart. Returns the action, which `undoTakedown` reverts.
 */
export async function takeDown(actor: Actor, target: Target, reason: string): Promise<LinkTakedown> {
  requireAdmin(actor);
  const of = "host" in target ? { host: hostOf(target.host) } : await accountOf(target.account);
  const { id } = await db.linkTakedown.create({ data: { ...of, reason, byId: actor.userId } });
  return workInRequest(id);
}

function hostOf(text: string): string {
  const url = /[\s/?#@]/.test(text) ? undefined : parseUrl(`http://${text}`);
  const host = url?.pathname === "/" && url.port === "" ? url.hostname.replace(/\.$/, "") : "";
  if (!isNamedHost(host)) throw refusedField("target", "takedown_host");
  return host;
}

async function accountOf(text: string): Promise<{ accountId: number; account: string }> {
  const where = text.includes("@") ? { email: foldEmail(text) } : { usernameFolded: text.toLowerCase() };
  const user = await db.user.findUnique({ where: { ...where, deletion: null }, select: { id: true, username: true } });
  if (!user) throw refusedField("target", "takedown_account");
  return { accountId: user.id, account: user.username };
}

/** Enables the links again that an action has disabled, and no others. An action that is not done yet ends. */
export async function undoTakedown(actor: Actor, id: number): Promise<LinkTakedown> {
  requireAdmin(actor);
  const { count } = await db.linkTakedown.updateMany({
    where: { id, status: { in: ["disabling", "disabled"] } },
    data: { status: "undoing", byId: actor.userId },
  });
  if (count === 0) {
    if (await db.linkTakedown.findUnique({ where: { id }, select: { id: true } })) throw new AppError("undo_gone");
    throw notFound("action");
  }
  return workInRequest(id);
}

/** The latest actions, newest first. */
export async function listTakedowns(actor: Actor): Promise<LinkTakedown[]> {
  requireAdmin(actor);
  return db.linkTakedown.findMany({ orderBy: { id: "desc" }, take: MOST_LISTED });
}

/** Goes on with actions that a request did not finish. */
export async function continueTakedowns(): Promise<void> {
  const until = Date.now() + IN_TASK_MS;
  const open = { status: { in: ["disabling", "undoing"] as ("disabling" | "undoing")[] } };
  for (const { id, status, byId } of await db.linkTakedown.findMany({ where: open, orderBy: { id: "asc" } })) {
    const request = requestOf(`takedown ${id} ${status}`);
    const author = { operation: "takedown", request, ...(byId !== null && { person: byId }) };
    await authored(author, () => workOn(id, until)).catch((error) => logFailure(id, error));
  }
}

async function workInRequest(id: number): Promise<LinkTakedown> {
  await workOn(id, Date.now() + IN_REQUEST_MS).catch((error) => logFailure(id, error));
  return db.linkTakedown.findUniqueOrThrow({ where: { id } });
}

const logFailure = (takedown: number, error: unknown) =>
  log.warn({ takedown, error: String(error) }, "disabling or enabling many links is tried again in a minute");

/** Makes steps until the action is done, the time is over or another process works on it. */
async function workOn(id: number, until: number): Promise<void> {
  let isDone = false;
  while (!isDone && Date.now() < until) isDone = await db.$transaction((tx) => step(tx, id));
}

/**
 * Makes a step of an action, and returns whether there are none left for this process. The database notifies all
 * processes of the links that change.
 */
async function step(tx: Transaction, id: number): Promise<boolean> {
  const [free] = await tx.$queryRaw<object[]>`SELECT FROM link_takedowns WHERE id = ${id} FOR UPDATE SKIP LOCKED`;
  const takedown = free && (await tx.linkTakedown.findUnique({ where: { id } }));
  if (takedown?.status === "disabling") return disableNext(tx, takedown);
  if (takedown?.status === "undoing") return enableNext(tx, takedown);
  return true;
}

async function disableNext(tx: Transaction, takedown: LinkTakedown): Promise<boolean> {
  const { id, reason, host, checkedTo } = takedown;
  const { ids, last } = await (host === null ? nextOfAccount(tx, takedown) : nextToHost(tx, host, checkedTo));
  const disabled = await tx.$executeRaw`
    INSERT INTO disabled_links (link_id, reason, takedown_id)
    SELECT id, ${reason}, ${id}::int FROM links WHERE id = ANY(${ids}) ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    UPDATE reports SET verdict = 'disabled', decided_at = now() WHERE link_id = ANY(${ids}) AND verdict IS NULL`;
  await tx.linkTakedown.update({
    where: { id },
    data: { links: { increment: disabled }, ...(last === null ? { status: "disabled" } : { checkedTo: last }) },
  });
  return last === null;
}

interface Next {
  ids: number[];
  /** the last checked link; null if there are no more */
  last: number | null;
}

async function nextOfAccount(tx: Transaction, { accountId, checkedTo }: LinkTakedown): Promise<Next> {
  // Each part reads the next entries of an index that begins with these two columns.
  const part = (archived: boolean) => Prisma.sql`
    (SELECT id FROM links WHERE user_id = ${accountId} AND archived = ${archived} AND id > ${checkedTo} ORDER BY id LIMIT ${STEP})`;
  const [{ ids }] = await tx.$queryRaw<[{ ids: number[] }]>`
    SELECT ARRAY(SELECT id FROM (${part(false)} UNION ALL ${part(true)}) AS parts ORDER BY id LIMIT ${STEP}) AS ids`;
  return { ids, last: ids.at(-1) ?? null };
}

/** Only links whose addresses contain the host are read completely. An address can contain an IP address in other forms. */
async function nextToHost(tx: Transaction, host: string, checkedTo: number): Promise<Next> {
  const [{ last }] = await tx.$queryRaw<[{ last: number | null }]>`
    SELECT max(id) AS last FROM (SELECT id FROM links WHERE id > ${checkedTo} ORDER BY id LIMIT ${STEP}) AS next`;
  const text = isIP(host.replace(/^\[|\]$/g, "")) ? "" : host;
  const rows = await tx.$queryRaw<(Leading & { id: number })[]>`
    SELECT id, destination, expiry_url AS "expiryUrl", deep_link AS "deepLink", rules FROM links
    WHERE id > ${checkedTo} AND id <= ${last ?? checkedTo}
      AND strpos(lower(concat_ws(' ', destination, expiry_url, deep_link::text, rules::text)), ${text}) > 0
    ORDER BY id LIMIT ${READ}`;
  const lists = [{ hosts: new Set([host]), paths: new Map() }];
  const ids = rows.filter((row) => destinationsOf(row).some((url) => isListed(lists, url))).map(({ id }) => id);
  return { ids, last: rows.length === READ ? (rows.at(-1)?.id ?? null) : last };
}

async function enableNext(tx: Transaction, { id }: LinkTakedown): Promise<boolean> {
  const enabled = await tx.$executeRaw`
    DELETE FROM disabled_links WHERE link_id IN (SELECT link_id FROM disabled_links WHERE takedown_id = ${id} LIMIT ${STEP})
      -- Another administrator may just have decided about one of them.
      AND takedown_id = ${id}`;
  if (enabled > 0) return false;
  await tx.linkTakedown.update({ where: { id }, data: { status: "undone" } });
  return true;
}
