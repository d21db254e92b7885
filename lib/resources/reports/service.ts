import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { notFound } from "@/lib/contract/errors";
import { type Page, rangeOf } from "@/lib/contract/pagination";
import { db, isGone } from "@/lib/platform/db";
import { invalidateLink } from "@/lib/resources/links/service";
import type { ReportForm } from "./schema";

/** What administrators have to read before they decide; more would say nothing new, and anybody can send them. */
const maxOpenReports = 100;

/** Keeps what a visitor has against a link, unless there is enough to decide about. */
export async function fileReport(linkId: number, report: ReportForm): Promise<void> {
  await db.$transaction(async (tx) => {
    // Of several at once each sees the one before.
    await tx.$queryRaw`SELECT id FROM links WHERE id = ${linkId} FOR NO KEY UPDATE`;
    if ((await tx.report.count({ where: { linkId, verdict: null } })) < maxOpenReports) {
      await tx.report.create({ data: { linkId, ...report } });
    }
  });
}

const open = { verdict: null };

const include = {
  domain: true,
  user: { select: { id: true, username: true, email: true } },
  disabled: true,
  reports: { where: open, orderBy: { id: "desc" }, take: 10 },
  _count: { select: { reports: { where: open } } },
} satisfies Prisma.LinkInclude;

/** Rules of many links would be many MiB. */
const omit = { rules: true, deepLink: true, parameters: true } as const;

export type ReportedLink = Prisma.LinkGetPayload<{ include: typeof include; omit: typeof omit }>;

/** The links with reports that nobody has decided yet, the longest waiting first. */
export async function listReported(actor: Actor, page: Page): Promise<{ rows: ReportedLink[]; total: number }> {
  requireAdmin(actor);
  const groups = await db.report.groupBy({
    by: ["linkId"],
    where: open,
    _min: { id: true },
    orderBy: { _min: { id: "asc" } },
  });
  const { skip, take } = rangeOf(page);
  const ids = groups.slice(skip, skip + take).map(({ linkId }) => linkId);
  const found = await db.link.findMany({ where: { id: { in: ids } }, include, omit });
  return { rows: ids.flatMap((id) => found.find((link) => link.id === id) ?? []), total: groups.length };
}

/** Beyond that nobody counts. */
const mostWaiting = 1_000;

/** How many links wait for an administrator to decide about them. */
export async function waitingReports(actor: Actor): Promise<number> {
  requireAdmin(actor);
  const waiting = await db.report.findMany({
    where: open,
    distinct: "linkId",
    select: { id: true },
    take: mostWaiting,
  });
  return waiting.length;
}

/** The links that visitors do not get through any more, the latest first. */
export async function listDisabled(actor: Actor, page: Page) {
  requireAdmin(actor);
  const [rows, total] = await Promise.all([
    db.disabledLink.findMany({
      orderBy: [{ createdAt: "desc" }, { linkId: "desc" }],
      include: { link: { include, omit } },
      ...rangeOf(page),
    }),
    db.disabledLink.count(),
  ]);
  return { rows: rows.map(({ link }) => link), total };
}

/** Finds nothing wrong with a link. */
export async function dismissReports(actor: Actor, linkId: number): Promise<void> {
  requireAdmin(actor);
  await decide(db, linkId, "dismissed");
}

/** Takes a link from visitors. They and its owner are told why. */
export async function disableLink(actor: Actor, linkId: number, reason: string): Promise<void> {
  requireAdmin(actor);
  const link = await db
    .$transaction(async (tx) => {
      await decide(tx, linkId, "disabled");
      const values = { reason, createdAt: new Date() };
      return tx.link.update({
        where: { id: linkId },
        data: { disabled: { upsert: { create: values, update: values } } },
        select: { domainId: true, aliasFolded: true },
      });
    })
    .catch(mapDatabaseError);
  invalidateLink(link);
}

export async function enableLink(actor: Actor, linkId: number): Promise<void> {
  requireAdmin(actor);
  const { link } = await db.disabledLink.delete({ where: { linkId }, include: { link: true } }).catch(mapDatabaseError);
  invalidateLink(link);
}

async function decide(tx: Prisma.TransactionClient, linkId: number, verdict: "dismissed" | "disabled") {
  await tx.report.updateMany({ where: { linkId, verdict: null }, data: { verdict, decidedAt: new Date() } });
}

function mapDatabaseError(error: unknown): never {
  throw isGone(error) ? notFound("link") : error;
}
