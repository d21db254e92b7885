import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Mail {
  from: string;
  to: string[];
  /** headers and text, decoded */
  text: string;
  /** the HTML part, empty if there is none */
  html: string;
}

interface TestSmtp {
  /** for `SMTP_URL` */
  url: string;
  /** received mails, oldest first */
  mails: Mail[];
  close(): Promise<void>;
}

/** A mail server that accepts and keeps every message. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
      done();
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => smtp.close(resolve)) };
}

/** Returns the headers with the text part, and the HTML part. Parts of other types are left out. */
function parse(raw: string): { text: string; html: string } {
  const [encoded, body] = cut(raw);
  const head = decodeWords(encoded);
  const boundary = /^Content-Type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(head)?.[1];
  if (boundary === undefined) return { text: decode(raw), html: "" };
  const parts = body.split(`--${boundary}`).map((part) => decode(part.trim()));
  const [text = "", html = ""] = ["plain", "html"].map((type) =>
    parts.find((part) => part.startsWith(`Content-Type: text/${type}; charset=utf-8`)),
  );
  return { text: `${head}\r\n\r\n${text}`, html: cut(html)[1] };
}

/** Decodes the words of headers that are not ASCII (RFC 2047), and joins the lines of each header. */
const decodeWords = (head: string): string =>
  head
    .replaceAll(/\r\n[ \t]+/g, " ")
    .replaceAll(/\?= =\?UTF-8\?Q\?/g, "")
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) => decodeHex(words.replaceAll("_", " ")));

function cut(raw: string): [head: string, body: string] {
  const at = raw.indexOf("\r\n\r\n");
  return at === -1 ? [raw, ""] : [raw.slice(0, at), raw.slice(at + 4)];
}

function decode(raw: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return raw;
  return decodeHex(raw.replaceAll(/=\r?\n/g, ""));
}

const decodeHex = (text: string): string =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString());
