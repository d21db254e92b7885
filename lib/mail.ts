import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { env } from "./env";
import { AppError } from "./errors";
import { log } from "./log";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends a message through SMTP_URL. Without one it is put into the folder `outbox` of DATA_DIR, for whoever runs
 * the service, and the log says where; never what it says, since messages hold secret links.
 * Throws `unavailable` with a sentence for the person when the mail server fails.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const message = { from: env.MAIL_FROM, ...mail };
  if (!env.SMTP_URL) return keep(message);
  const transport = nodemailer.createTransport({
    url: env.SMTP_URL,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  try {
    await transport.sendMail(message);
    log.info({ to: mail.to, subject: mail.subject }, "mail sent");
  } catch (error) {
    log.error({ to: mail.to, subject: mail.subject, error: String(error) }, "mail could not be sent");
    throw new AppError("unavailable", "The e-mail could not be sent. Please try again later.");
  } finally {
    transport.close();
  }
}

async function keep(message: Mail & { from: string }) {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  const { message: source } = await composer.sendMail(message);
  const folder = join(env.DATA_DIR, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = await writeNew(folder, new Date().toISOString().replaceAll(":", "-"), source as Buffer);
  log.info({ to: message.to, subject: message.subject, path }, "mail kept in the outbox: SMTP_URL is not set");
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
