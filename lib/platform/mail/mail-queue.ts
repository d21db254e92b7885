import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/contract/errors";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { deleteRows } from "@/lib/platform/database/rows";
import { statement, transaction } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { delayAfter, GIVE_UP_AFTER_MS } from "@/lib/platform/jobs/back-off";
import type { Queue } from "@/lib/platform/jobs/jobs";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { decrypt, encrypt } from "@/lib/platform/secrets";

/** The most mails that wait, and the most bytes of all of them. */
export const MOST_MAILS = 10_000;
export const MOST_BYTES = 100 * 1_048_576;

/** The part of these that mails may use if no one needs them to log in. */
export const ORDINARY_SHARE = 0.8;

/** How many mails are sent at once. Mail servers limit the connections from one address. */
const AT_ONCE = 4;
const BATCH = 100;
/** Shorter than the time after which the queue considers a job dead. */
const LONGEST_MS = 240_000;
/** How long a stop waits for mails that are being sent. A mail server that hangs is not waited for. */
const STOP_WITHIN_MS = 3_000;
/** How long a mail that was given up is shown to administrators, and how many are. */
const KEPT_DAYS = 30;
const MOST_KEPT = 1_000;

const NAME = "mails";
/** The reason that administrators see for a mail that was not sent before its time ended. */
const OVER = "its link or its time is over";

/** The result of an attempt: `dropped` means that the mail was given up. */
export type MailResult = "sent" | "failed" | "dropped";

/**
 * Stores a mail, so that it is sent even if the mail server is away or this process ends. It is encrypted, because it
 * can contain a link that lets someone in, and deleted when it was sent or given up.
 *
 * @throws AppError `mail_not_sent` if too many mails wait
 */
export async function queueMail(message: Message, until: Date | undefined, letsIn: boolean): Promise<void> {
  const latest = Date.now() + GIVE_UP_AFTER_MS;
  const expiresAt = new Date(Math.min(until?.getTime() ?? latest, latest));
  const share = letsIn ? 1 : ORDINARY_SHARE;
  const [, added] = await transaction([
    // Mails that are added at the same time see each other.
    ["SELECT pg_advisory_xact_lock($1)", [advisoryLocks.mails]],
    [
      `WITH added AS (
          INSERT INTO mails (message, expires_at) SELECT $1::bytea, $2::timestamptz FROM (${ROOM}) AS waiting
          WHERE waiting.mails < $3 AND waiting.bytes + octet_length($1) <= $4 RETURNING id)
        SELECT add_job('${NAME}', 0) FROM added`,
      [encrypt("mail", JSON.stringify(message)), expiresAt, MOST_MAILS * share, MOST_BYTES * share],
    ],
  ]);
  if (added?.length !== 1) throw queueFull();
}

const ROOM = `SELECT count(*) AS mails, coalesce(sum(octet_length(message)), 0) AS bytes
  FROM mails WHERE given_up_at IS NULL`;

/** Throws `mail_not_sent` if a mail would not be stored now. */
export async function requireRoomForMail(letsIn: boolean): Promise<void> {
  const rows = await statement<{ mails: bigint; bytes: bigint }>(ROOM);
  const share = letsIn ? 1 : ORDINARY_SHARE;
  const [waiting] = rows;
  if (Number(waiting?.mails) >= MOST_MAILS * share || Number(waiting?.bytes) >= MOST_BYTES * share) throw queueFull();
}

function queueFull(): AppError {
  counts().mails.refused++;
  log.error({ most: MOST_MAILS, mostBytes: MOST_BYTES }, "mail not taken: too many mails wait for the mail server");
  return new AppError("mail_not_sent");
}

/** The job that sends mails. Only one process at a time runs it. */
export const mailQueue = (onResult: (result: MailResult) => unknown): Queue => ({
  name: NAME,
  atOnce: 1,
  catchUp: () => resumeMails(0),
  run: (_job, stopping) => sendDueMails(stopping, onResult),
});

/** Makes one attempt at each mail that is due, new ones first. Returns when the next ones are due. */
export async function sendDueMails(
  stopping: AbortSignal,
  onResult: (result: MailResult) => unknown,
): Promise<Date | undefined> {
  // The settings had a mail server when these mails were written.
  if (!env.SMTP_URL) return undefined;
  const { SMTP_URL } = env;
  const begun = Date.now();
  const goesOn = () => !stopping.aborted && Date.now() - begun < LONGEST_MS;
  while (goesOn()) {
    const due = await dueMails();
    if (due.length === 0) break;
    const left = due.values();
    const sendNext = async () => {
      for (const id of left) {
        if (!goesOn()) return;
        const result = await attempt(id, SMTP_URL);
        if (result) onResult(result);
      }
    };
    await doneOrStopped(Promise.all(Array.from({ length: AT_ONCE }, sendNext)), stopping);
  }
  const [next] = await statement<{ at: Date | null }>("SELECT min(next_at) AS at FROM mails WHERE given_up_at IS NULL");
  return next?.at ?? undefined;
}

/**
 * Waits for mails that are being sent, but after a stop only for a short while. What is left stays due and is sent
 * after the next start. A mail that arrives twice in that way has the same ID both times.
 */
async function doneOrStopped(sending: Promise<unknown>, stopping: AbortSignal): Promise<void> {
  const over = new AbortController();
  const stopped = async () => {
    if (!stopping.aborted) await once(stopping, "abort", { signal: over.signal });
    await sleep(STOP_WITHIN_MS, undefined, { signal: over.signal });
  };
  await Promise.race([sending, stopped().catch(() => sending)]).finally(() => over.abort());
}

async function dueMails(): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    "SELECT id::text FROM mails WHERE given_up_at IS NULL AND next_at <= now() ORDER BY attempts, mails.id LIMIT $1",
    [BATCH],
  );
  return rows.map(({ id }) => id);
}

interface Claimed {
  message: Buffer;
  attempts: number;
  problem: string | null;
  expiresAt: Date;
}

/** Returns undefined if another process has sent the mail meanwhile. */
async function attempt(id: string, server: string): Promise<MailResult | undefined> {
  const rows = await statement<Claimed>(
    `UPDATE mails SET attempts = attempts + 1, tried_at = now() WHERE id = $1 AND given_up_at IS NULL
     RETURNING message, attempts, problem, expires_at AS "expiresAt"`,
    [id],
  );
  const [mail] = rows;
  if (!mail) return undefined;
  const { attempts, expiresAt } = mail;
  // An earlier failure says more than that the time is over.
  if (expiresAt.getTime() <= Date.now()) return giveUp(id, mail.problem ?? OVER);
  try {
    await deliver(JSON.parse(decrypt("mail", mail.message)), server);
  } catch (error) {
    const { problem, isPermanent } = classifyMailProblem(error);
    const nextAt = new Date(Date.now() + delayAfter(attempts));
    if (isPermanent || nextAt >= expiresAt) return giveUp(id, problem);
    await statement("UPDATE mails SET next_at = $2, problem = $3 WHERE id = $1", [id, nextAt, problem]);
    log.warn({ mail: id, attempts, error: problem, nextAt }, "a mail could not be sent; it is tried again");
    return "failed";
  }
  await statement("DELETE FROM mails WHERE id = $1", [id]);
  log.info({ mail: id, attempts }, "mail sent");
  return "sent";
}

/** Keeps the reason for administrators, but not the mail. */
async function giveUp(id: string, problem: string): Promise<MailResult> {
  await statement("UPDATE mails SET given_up_at = now(), message = NULL, problem = $2 WHERE id = $1", [id, problem]);
  log.error({ mail: id, error: problem }, "a mail could not be sent and was given up");
  return "dropped";
}

/** Requests a job if mails have been due for a few seconds, for example after a backup was restored. */
export async function resumeMails(seconds = 30): Promise<void> {
  await statement(
    `SELECT add_job('${NAME}', 0) WHERE EXISTS (
       SELECT FROM mails WHERE given_up_at IS NULL AND next_at < now() - make_interval(secs => $1))`,
    [seconds],
  );
}

/** Erases mails whose time is over, and later forgets that they were given up. */
export async function sweepMails(): Promise<void> {
  await statement(
    `UPDATE mails SET given_up_at = now(), message = NULL, problem = coalesce(problem, '${OVER}')
     WHERE given_up_at IS NULL AND expires_at < now()`,
  );
  await deleteRows("mails", `given_up_at < now() - interval '${KEPT_DAYS} days'`);
  await deleteRows(
    "mails",
    `given_up_at < (SELECT given_up_at FROM mails WHERE given_up_at IS NOT NULL ORDER BY given_up_at DESC OFFSET ${MOST_KEPT} LIMIT 1)`,
  );
}

/** A mail as it is given to the mail server. */
export interface Message {
  from: string | { name: string; address: string };
  /** As an object, the address is one recipient, also if it contains a comma. */
  to: { name: ""; address: string };
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
}

/** Loaded with the first mail, because most processes send none. */
const nodemailer = () => import("nodemailer");

const MOST_OF_PROBLEM = 300;

/** Passes a mail on to the mail server. Rejects with an error for `classifyMailProblem` if the server does not take it. */
export async function deliver(message: Message, server: string): Promise<void> {
  const transport = (await nodemailer()).createTransport({
    url: server,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  try {
    await transport.sendMail(message);
  } finally {
    transport.close();
  }
}

/** Returns the mail as a file. */
export async function composeMail(message: Message): Promise<Buffer> {
  const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return (await composer.sendMail(message)).message as Buffer;
}

/** Answers to MAIL, RCPT and DATA that are about the log-in of this service, and not about the mail (RFC 4954). */
const ABOUT_LOG_IN = new Set([530, 534, 535, 538]);

/**
 * Returns what to tell administrators, without any address, and whether the server refused this mail for good. Everything
 * that a change on the server or in the settings can mend, such as a failed log-in, is not for good.
 */
export function classifyMailProblem(error: unknown): { problem: string; isPermanent: boolean } {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const isAboutMail = code === "EENVELOPE" || code === "EMESSAGE";
  const isRefusal = responseCode === undefined || (responseCode >= 500 && !ABOUT_LOG_IN.has(responseCode));
  const problem = withoutAddresses(error instanceof Error ? error.message : String(error)).slice(0, MOST_OF_PROBLEM);
  return { problem, isPermanent: isAboutMail && isRefusal };
}

/** Mail servers name the recipient in their answers. */
const withoutAddresses = (text: string) =>
  text
    .split(/([\s<>()]+)/)
    .map((word) => (word.includes("@") ? "…" : word))
    .join("");
