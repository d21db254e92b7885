import type { Handover } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { countOwnershipTransfer } from "@/lib/auth/attempts";
import { authorize } from "@/lib/auth/permissions";
import { foldEmail } from "@/lib/contract/email";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import { behindId, type Page, type Paged, paged, rangeAndOneMore } from "@/lib/contract/pagination";
import { db } from "@/lib/platform/database/db";
import { deleteRows } from "@/lib/platform/database/rows";
import { baseUrl, env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { sendMail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import { inAccountLock } from "@/lib/resources/plans/quota";
import { countTransferContents, type Offer, requireOwnLinks, requireWholeDomains } from "./contents";
import type { CreateOwnershipTransfer, OwnershipTransferContents, OwnershipTransferSelection } from "./schema";

const DAY_MS = 24 * 60 * 60 * 1000;
export const openDays = 7;
/** The number of open offers that one account may have. */
const mostOpen = 20;

const giver = { user: { select: { username: true } } } as const;

export type OfferedOwnershipTransfer = Handover & { user: { username: string } };

/**
 * The actor's outgoing and incoming offers, newest first. An account with an unconfirmed address has no incoming ones.
 */
export async function listOwnershipTransfers(actor: Actor, page: Page): Promise<Paged<OfferedOwnershipTransfer>> {
  authorize(actor, "account:read");
  const where = { OR: await ofActor(actor) };
  const [rows, total] = await Promise.all([
    db.handover.findMany({
      ...{ where: { ...where, ...behindId(page) }, include: giver, orderBy: { id: "desc" } },
      ...rangeAndOneMore(page),
    }),
    db.handover.count({ where }),
  ]);
  return paged(page, { rows, total }, ({ id }) => [id]);
}

/** Returns one of these. Another account's offer gets the same refusal as one that does not exist. */
export async function getOwnershipTransfer(actor: Actor, id: number): Promise<OfferedOwnershipTransfer> {
  authorize(actor, "account:read");
  const handover = await db.handover.findFirst({ where: { id, OR: await ofActor(actor) }, include: giver });
  if (!handover) throw notFound("handover");
  return handover;
}

const ofActor = async (actor: Actor) => [
  { userId: actor.userId },
  ...((await hasConfirmed(actor.userId)) ? [{ email: actor.email }] : []),
];

/**
 * Returns whether the account's address is confirmed. This matters without a mail server, too: anyone can register
 * there with an address that receives an offer.
 */
export async function hasConfirmed(userId: number, tx: Pick<typeof db, "user"> = db): Promise<boolean> {
  return (await tx.user.findUniqueOrThrow({ where: { id: userId } })).emailVerifiedAt !== null;
}

/** Refuses accounts with an unconfirmed address. The refusal explains how to confirm it. */
export async function requireConfirmed(userId: number, tx?: Pick<typeof db, "user">): Promise<void> {
  if (await hasConfirmed(userId, tx)) return;
  throw new AppError(env.SMTP_URL ? "email_unconfirmed" : "email_unconfirmed_without_mail");
}

const offerOf = ({ userId }: Actor, { links }: OwnershipTransferSelection): Offer =>
  links === "all"
    ? { userId, everything: true, linkIds: [] }
    : { userId, everything: false, linkIds: [...new Set(links)] };

/** Returns what would move if it were offered now. */
export async function previewOwnershipTransfer(
  actor: Actor,
  input: OwnershipTransferSelection,
): Promise<OwnershipTransferContents> {
  authorize(actor, "account:read");
  const offer = offerOf(actor, input);
  await requireOwnLinks(db, offer);
  await requireWholeDomains(db, offer);
  return countTransferContents(db, offer);
}

/** Returns what an open offer would move at this moment. */
export const getCurrentContents = (handover: OfferedOwnershipTransfer): Promise<OwnershipTransferContents> =>
  countTransferContents(db, handover);

/** Offers links, or everything that the actor has, to the owner of an address, and mails them. */
export async function createOwnershipTransfer(
  actor: Actor,
  { email: requested, links }: CreateOwnershipTransfer,
): Promise<Handover> {
  authorize(actor, "account:write");
  const email = foldEmail(requested);
  if (email === actor.email) throw refusedField("email", "handover_to_self");
  const offer = offerOf(actor, { links });
  await requireOwnLinks(db, offer);
  await requireWholeDomains(db, offer);
  await countOwnershipTransfer(actor.userId, email);
  const handover = await inAccountLock(actor.userId, async (tx) => {
    const open = { userId: actor.userId, status: "open", expiresAt: { gt: new Date() } } as const;
    if ((await tx.handover.count({ where: open })) >= mostOpen) {
      throw new AppError("handovers_too_many", { count: mostOpen });
    }
    return tx.handover.create({ data: { ...offer, email, expiresAt: new Date(Date.now() + openDays * DAY_MS) } });
  });
  void mailReceiver(actor, handover);
  return handover;
}

/** Withdraws an offer of the actor. */
export async function withdrawOwnershipTransfer(actor: Actor, id: number): Promise<void> {
  authorize(actor, "account:write");
  await decide({ id, userId: actor.userId }, "withdrawn");
}

/** Declines an offer to the actor. */
export async function refuseOwnershipTransfer(actor: Actor, id: number): Promise<void> {
  authorize(actor, "account:write");
  await requireConfirmed(actor.userId);
  const handover = await decide({ id, email: actor.email }, "refused");
  void mailGiver(handover, "refused");
}

/** The update is conditional: if a transfer is accepted and withdrawn at the same time, only one of them succeeds. */
async function decide(mine: { id: number; userId?: number; email?: string }, status: "withdrawn" | "refused") {
  const { count } = await db.handover.updateMany({
    where: { ...mine, status: "open", expiresAt: { gt: new Date() } },
    data: { status },
  });
  const handover = await db.handover.findFirst({ where: mine });
  if (!handover) throw notFound("handover");
  if (count === 0) throw new AppError("handover_closed");
  return handover;
}

const url = () => `${baseUrl()}/dashboard/settings/handovers`;

/**
 * Mails the recipient of a transfer, with or without an account, in their language or else the sender's. The sender does
 * not learn whether there is an account.
 */
export const mailReceiver = ({ userId, username }: Actor, { email, expiresAt }: Handover): Promise<void> =>
  sendOrLog(async () => {
    const giver = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { locale: true } });
    const receiver = await db.user.findUnique({ where: { email }, select: { locale: true } });
    const locale = receiver?.locale ?? giver.locale;
    const t = mailWords(locale);
    const service = serviceName();
    await sendMail({
      to: email,
      locale,
      subject: t("transfer.subject", { username, service }),
      blocks: [
        { text: t("transfer.text", { username, email, service, date: expiresAt }) },
        { button: t("transfer.button"), url: url() },
        { text: t("transfer.end") },
      ],
    });
  });

/** Mails the sender of a transfer whether it was accepted. */
export const mailGiver = ({ userId, email }: Handover, news: "accepted" | "refused"): Promise<void> =>
  sendOrLog(async () => {
    const { email: to, username, locale } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const t = mailWords(locale);
    await sendMail({
      to,
      locale,
      subject: t(`transfer.${news}.subject`, { email }),
      blocks: [{ text: t(`transfer.${news}.text`, { username, email }) }, { button: t("transfer.button"), url: url() }],
    });
  });

/**
 * Never throws, because the transfer is already done. Without a mail server the mail is dropped, because it would not
 * be read in time.
 */
async function sendOrLog(send: () => Promise<void>): Promise<void> {
  if (!env.SMTP_URL) return;
  await send().catch((error) => log.error({ error: String(error) }, "a mail about a transfer was not sent"));
}

/** Deletes transfers 30 days after they expired. */
export const sweepOwnershipTransfers = () => deleteRows("handovers", "expires_at < now() - interval '30 days'");
