import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Mail {
  from: string;
  to: string[];
  /** headers and body as sent, with quoted-printable decoded */
  text: string;
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
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: decode(raw) });
      done();
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => smtp.close(resolve)) };
}

function decode(raw: string): string {
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return raw;
  const bytes = raw.replaceAll(/=\r?\n/g, "").replaceAll(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  return bytes.replaceAll(/(?:%[0-9A-F]{2})+/g, (escaped) => decodeURIComponent(escaped));
}
