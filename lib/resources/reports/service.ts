import type { Prisma } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { notFound } from "@/lib/contract/errors";
import { type Page, rangeOf } from "@/lib/contract/pagination";
import { db, isMissingRow } from "@/lib/platform/database/db";
import { deleteRows } from "@/lib/platform/database/rows";
import { invalidateLink } from "@/lib/resources/links/service";
import type { ReportForm } from "./schema";

/** The most open reports of a link. More would not help administrators to decide, and anyone can send them. */
const maxOpenReports = 100;

/** Stores a visitor's report about a link, unless enough are open. */
export async function fileReport(linkId: number, report: ReportForm): Promise<void> {
  await db.$transaction(async (tx) => {
    // The lock makes each of several simultaneous reports see the one before.
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

/** The rules of many links would take many MiB. */
const omit = { rules: true, deepLink: true, parameters: true } as const;

export type ReportedLink = Prisma.LinkGetPayload<{ include: typeof include; omit: typeof omit }>;

/** The links with open reports, longest waiting first. */
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

/** Counting stops at this number. */
const mostWaiting = 1_000;

/** Counts the links that are waiting for an administrator's decision. */
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

/** The disabled links, latest first. */
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

/** Closes the open reports of a link without disabling it. */
export async function dismissReports(actor: Actor, linkId: number): Promise<void> {
  requireAdmin(actor);
  await decide(db, linkId, "dismissed");
}

/** Disables a link. Its visitors and its owner see the reason. */
export async function disableLink(actor: Actor, linkId: number, reason: string): Promise<void> {
  requireAdmin(actor);
  const link = await db
    .$transaction(async (tx) => {
      await decide(tx, linkId, "disabled");
      // A decision about this link alone is not undone with others.
      const values = { reason, createdAt: new Date(), takedownId: null };
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
  throw isMissingRow(error) ? notFound("link") : error;
}

/**
 * Deletes reports a year after their decision, and actions that disabled many links after a year. Open reports stay; their
 * number per link is limited. The links of an action stay disabled.
 */
export async function sweepReports(): Promise<number> {
  await deleteRows("link_takedowns", "created_at < now() - interval '1 year' AND status IN ('disabled', 'undone')");
  return deleteRows("reports", "decided_at < now() - interval '1 year'");
}
