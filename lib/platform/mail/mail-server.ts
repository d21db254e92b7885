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
