import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/contract/errors";
import { DEFAULT_NAME, instanceSettings } from "@/lib/platform/cache/instance-settings";
import { baseUrl, env } from "@/lib/platform/env";
import { createRateLimiter, type RateLimit } from "@/lib/platform/limits/rate-limit";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { traced } from "@/lib/platform/log/tracing";
import { processSingleton } from "@/lib/platform/singleton";
import { composeMail, type Message, ORDINARY_SHARE, queueMail, requireRoomForMail } from "./mail-queue";
import { type MailBlock, renderMail } from "./mail-template";
import { mailLocale, mailWords, serviceName } from "./mail-words";

export interface Mail {
  to: string;
  /** the language of the recipient, null for the default one */
  locale: string | null;
  /** also the heading */
  subject: string;
  blocks: MailBlock[];
  /** for mails that may be written again: a mailbox shows mails with the same ID once */
  messageId?: string;
  /** when its link ends, after which it is not sent any more */
  until?: Date;
  /** for regular mails: the address that unsubscribes by a POST (RFC 8058) */
  unsubscribe?: string;
  /** the recipient cannot log in without it, so it may use the part of the limits that strangers cannot use up */
  letsIn?: boolean;
}

const limiters = () =>
  processSingleton("mailLimiters", () => {
    const limiter = (name: string, points: number) => createRateLimiter({ name, points, seconds: 60 * 60 });
    return {
      all: limiter("mail", env.MAIL_PER_HOUR),
      ordinary: limiter("mail-ordinary", Math.ceil(env.MAIL_PER_HOUR * ORDINARY_SHARE)),
    };
  });

const failed = () => new AppError("mail_not_sent");

const limitersFor = (letsIn: boolean) => {
  const { all, ordinary } = limiters();
  return letsIn ? [all] : [ordinary, all];
};

/** Other servers block a mail server that sends too much. */
async function countMail(letsIn: boolean): Promise<void> {
  for (const limiter of limitersFor(letsIn)) refuseOver(await limiter.consume("all"));
}

function refuseOver({ allowed, limit, resetAt }: RateLimit): void {
  if (allowed) return;
  counts().mails.refused++;
  log.error({ limit, until: new Date(resetAt * 1000) }, "mail not sent: MAIL_PER_HOUR is used up");
  throw failed();
}

/**
 * Throws if no mail would be taken now. Call it before a response that must not depend on whether there is someone to
 * send a mail to.
 */
export async function requireMail(letsIn = false): Promise<void> {
  for (const limiter of limitersFor(letsIn)) refuseOver(await limiter.peek("all"));
  if (env.SMTP_URL) await requireRoomForMail(letsIn);
}

/**
 * Takes a mail that will be sent through SMTP_URL: see lib/platform/mail/mail-queue.ts. MAIL_PER_HOUR limits all mails; a
 * fifth of it is reserved for mails that people need to log in. Without SMTP_URL the message is written to the folder
 * `outbox` of DATA_DIR for the administrator. The log names the file, but never content or recipient: messages hold
 * secret links, and addresses are private. Throws `unavailable` with a sentence for the person if the limit is reached
 * or too many mails wait.
 */
export const sendMail = (mail: Mail): Promise<void> =>
  traced(
    "mail",
    () => ({}),
    () => send(mail),
  );

/**
 * Sends a mail whose link the caller also shows, so it does not throw. Returns whether the mail was taken; false without
 * a mail server.
 */
export async function mailIfPossible(mail: Mail): Promise<boolean> {
  if (!env.SMTP_URL) return false;
  return sendMail(mail).then(
    () => true,
    () => false,
  );
}

async function send({ letsIn = false, until, ...mail }: Mail): Promise<void> {
  const message = await messageOf(mail);
  await countMail(letsIn);
  if (env.SMTP_URL) await queueMail(message, until, letsIn);
  else await keep(message);
}

/** Keeps out-of-office replies away: the header of RFC 3834, and the one of Exchange and Outlook. */
const fromMachine = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Writes a mail with a text part and an HTML part. */
async function messageOf({ to, locale, subject, blocks, messageId, unsubscribe }: Mail): Promise<Message> {
  const name = serviceName();
  const t = mailWords(locale);
  const service = { name, url: baseUrl(), sentBy: t("sentBy", { service: name }) };
  const headers = {
    ...fromMachine,
    ...(unsubscribe && {
      ...{ "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    }),
  };
  return {
    from: await sender(),
    to: { name: "", address: to },
    subject,
    ...renderMail({ language: mailLocale(locale), heading: subject, blocks, service }),
    messageId: messageId ?? `<${randomUUID()}@${new URL(baseUrl()).hostname}>`,
    headers,
  };
}

/** The sender of MAIL_FROM, with the name that administrators set for the service. */
async function sender() {
  const { name } = await instanceSettings();
  if (name === DEFAULT_NAME) return env.MAIL_FROM;
  return { name, address: /<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM };
}

async function keep(message: Message) {
  const source = await composeMail(message);
  const folder = outboxFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await writeNew(folder, new Date().toISOString().replaceAll(":", "-"), source);
  counts().mails.kept++;
  log.info({ path }, "mail kept in the outbox: SMTP_URL is not set");
}

async function writeNew(folder: string, time: string, source: Buffer): Promise<string> {
  for (let n = 1; ; n++) {
    const path = join(folder, `${time}-${n}.eml`);
    try {
      await writeFile(path, source, { mode: 0o600, flag: "wx" });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The folder for mails when there is no mail server. */
export const outboxFolder = () => join(env.DATA_DIR, "outbox");

const KEPT_MS = 30 * 86_400_000;
const MOST = 10_000;

/**
 * Deletes mails that are older than 30 days and, oldest first, those above the maximum. Returns how many were deleted.
 */
export async function sweepOutbox(now = Date.now()): Promise<number> {
  const folder = outboxFolder();
  // The names start with the time.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  let gone = 0;
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    const isOne = names.length - index > MOST || (await stat(path)).mtimeMs < now - KEPT_MS;
    // The following mails are newer.
    if (!isOne) break;
    await rm(path, { force: true });
    gone += 1;
  }
  return gone;
}
