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
  /** the codes with which it refuses the next recipients, one each */
  refuse: number[];
  close(): Promise<void>;
}

/** A mail server that accepts and keeps every message, unless it shall refuse it; with a certificate, it wants TLS. */
export async function startSmtp(port = 0, certificate?: { key: Buffer; cert: Buffer }): Promise<TestSmtp> {
  const mails: Mail[] = [];
  const self = { refuse: [] as number[] };
  const smtp = new SMTPServer({
    ...(certificate && { ...certificate, secure: true }),
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const responseCode = self.refuse.shift();
      if (responseCode === undefined) done();
      else done(Object.assign(new Error(`<${address}> is refused`), { responseCode }));
    },
    async onData(stream, { envelope }, done) {
      const raw = await text(stream);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
      done();
    },
  });
  // A client that does not accept the certificate leaves.
  smtp.on("error", () => {});
  smtp.listen(port, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port: chosen } = smtp.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => smtp.close(resolve));
  return Object.assign(self, { url: `smtp://127.0.0.1:${chosen}`, mails, close });
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
