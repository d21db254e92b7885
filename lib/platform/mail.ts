import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/contract/errors";
import { counts } from "./counts";
import { baseUrl, env } from "./env";
import { DEFAULT_NAME, instanceSettings } from "./instance-settings";
import { log } from "./log";
import { type MailBlock, renderMail } from "./mail-template";
import { mailLocale, mailWords, serviceName } from "./mail-words";
import { outboxFolder } from "./outbox";
import { createRateLimiter } from "./rate-limit";
import { processSingleton } from "./singleton";
import { traced } from "./tracing";

export interface Mail {
  to: string;
  /** the language of the recipient, null for the default one */
  locale: string | null;
  /** also the heading */
  subject: string;
  blocks: MailBlock[];
  /** for mails that may be sent again: a mailbox shows mails with the same ID once */
  messageId?: string;
  /** for regular mails: the address that unsubscribes by a POST (RFC 8058) */
  unsubscribe?: string;
  /** the recipient cannot log in without it, so it may use the reserved part of the limit */
  letsIn?: true;
}

/**
 * A fifth of the limit is reserved for mails that people need to log in. Strangers can cause other mails, such as
 * those of registrations.
 */
const ordinaryPart = 0.8;

const limiters = () =>
  processSingleton("mailLimiters", () => {
    const limiter = (name: string, points: number) => createRateLimiter({ name, points, seconds: 60 * 60 });
    return {
      all: limiter("mail", env.MAIL_PER_HOUR),
      ordinary: limiter("mail-ordinary", Math.ceil(env.MAIL_PER_HOUR * ordinaryPart)),
    };
  });

/** Loaded with the first mail, because most processes send none. */
const nodemailer = () => import("nodemailer");

const failed = () => new AppError("mail_not_sent");

/** Other servers block a mail server that sends too much. */
async function countMail(letsIn = false): Promise<void> {
  const { all, ordinary } = limiters();
  for (const limiter of letsIn ? [all] : [ordinary, all]) {
    const { allowed, limit, resetAt } = await limiter.consume("all");
    if (allowed) continue;
    counts().mails.refused++;
    log.error({ limit, until: new Date(resetAt * 1000) }, "mail not sent: MAIL_PER_HOUR is used up");
    throw failed();
  }
}

/**
 * Sends a message through SMTP_URL. MAIL_PER_HOUR limits all mails; a fifth of it is reserved for mails that people
 * need to log in. Without SMTP_URL the message is written to the folder `outbox` of DATA_DIR for the administrator.
 * The log names the file, but never content or recipient: messages hold secret links, and addresses are private.
 * Throws `unavailable` with a sentence for the person if the mail server fails or the limit is reached.
 */
export const sendMail = (mail: Mail): Promise<void> =>
  traced(
    "mail",
    () => ({}),
    () => send(mail),
  );

/**
 * Sends a mail whose link the caller also shows, so it does not throw. Returns whether the mail server accepted it; false
 * without a mail server.
 */
export async function mailIfPossible(mail: Mail): Promise<boolean> {
  if (!env.SMTP_URL) return false;
  return sendMail(mail).then(
    () => true,
    () => false,
  );
}

async function send({ letsIn, ...mail }: Mail): Promise<void> {
  const message = await messageOf(mail);
  await countMail(letsIn);
  if (!env.SMTP_URL) return keep(message);
  const transport = (await nodemailer()).createTransport({
    url: env.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  try {
    await transport.sendMail(message);
    counts().mails.sent++;
    log.info({ subject: mail.subject }, "mail sent");
  } catch (error) {
    // The errors of mail servers name the recipient.
    counts().mails.failed++;
    const reason = String(error).replaceAll(mail.to, "the recipient");
    log.error({ subject: mail.subject, error: reason }, "mail could not be sent");
    throw failed();
  } finally {
    transport.close();
  }
}

/** Keeps out-of-office replies away: the header of RFC 3834, and the one of Exchange and Outlook. */
const fromMachine = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Writes a mail with a text part and an HTML part. */
async function messageOf({ to, locale, subject, blocks, messageId, unsubscribe }: Mail) {
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
    // As an object, the address is one recipient, also if it contains a comma.
    to: { name: "", address: to },
    subject,
    ...renderMail({ language: mailLocale(locale), heading: subject, blocks, service }),
    ...(messageId && { messageId }),
    headers,
  };
}

/** The sender of MAIL_FROM, with the name that administrators set for the service. */
async function sender() {
  const { name } = await instanceSettings();
  if (name === DEFAULT_NAME) return env.MAIL_FROM;
  return { name, address: /<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM };
}

async function keep(message: Awaited<ReturnType<typeof messageOf>>) {
  const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message: source } = await composer.sendMail(message);
  const folder = outboxFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await writeNew(folder, new Date().toISOString().replaceAll(":", "-"), source as Buffer);
  counts().mails.kept++;
  log.info({ subject: message.subject, path }, "mail kept in the outbox: SMTP_URL is not set");
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
