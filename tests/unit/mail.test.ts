import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../support/ports";
import { startSmtp } from "../support/smtp";

async function sendMailThrough(SMTP_URL: string) {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", SMTP_URL);
  vi.stubEnv("LOG_LEVEL", "silent");
  return (await import("@/lib/platform/mail")).sendMail;
}

const mail = { to: "ada@example.com", locale: "de", subject: "Größe", blocks: [{ text: "Grüße" }] };

afterEach(() => vi.unstubAllEnvs());

describe("a mail", () => {
  it("is sent through SMTP_URL", async () => {
    const smtp = await startSmtp();
    const sendMail = await sendMailThrough(smtp.url);
    await sendMail(mail);
    await smtp.close();
    expect(smtp.mails).toMatchObject([{ from: "signpost@localhost", to: ["ada@example.com"] }]);
    expect(smtp.mails[0]?.text).toMatch(/^Subject: Größe\r$/m);
    expect(smtp.mails[0]?.text).toMatch(/^Content-Type: multipart\/alternative;.*text\/plain; charset=utf-8.*Grüße/ms);
    expect(smtp.mails[0]?.html).toMatch(/^<!doctype html><html lang="de">.*>Grüße</s);
  });

  it("goes to one recipient, also if the address looks like a list", async () => {
    const smtp = await startSmtp();
    const sendMail = await sendMailThrough(smtp.url);
    await sendMail({ ...mail, to: "ada@example.com, eve@example.com" }).catch(() => undefined);
    await sendMail({ ...mail, to: "ada@example.com\r\nBcc: eve@example.com" }).catch(() => undefined);
    await smtp.close();
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain("eve@example.com");
    for (const { text } of smtp.mails) expect(text).not.toMatch(/^Bcc:/m);
  });

  it("cannot be given further headers or recipients", async () => {
    const smtp = await startSmtp();
    const sendMail = await sendMailThrough(smtp.url);
    await sendMail({ ...mail, subject: "Hello\r\nBcc: eve@example.com" });
    await smtp.close();
    expect(smtp.mails[0]?.to).toEqual(["ada@example.com"]);
    expect(smtp.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it("leaves no address in the log, sent or not", async () => {
    vi.resetModules();
    const smtp = await startSmtp();
    vi.stubEnv("SMTP_URL", smtp.url);
    const { log } = await import("@/lib/platform/log");
    const lines: unknown[] = [];
    for (const level of ["info", "error"] as const) vi.spyOn(log, level).mockImplementation((line) => lines.push(line));
    const { sendMail } = await import("@/lib/platform/mail");
    await sendMail(mail);
    await smtp.close();
    await expect(sendMail(mail)).rejects.toMatchObject({ kind: "unavailable" });
    const transport = { sendMail: () => Promise.reject(new Error("550 <ada@example.com> rejected")), close: () => {} };
    vi.spyOn((await import("nodemailer")).default, "createTransport").mockReturnValue(transport as never);
    await expect(sendMail(mail)).rejects.toMatchObject({ kind: "unavailable" });
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain("ada@example.com");
    vi.restoreAllMocks();
  });

  it("that the mail server rejects is reported in a sentence, without the server's secrets", async () => {
    const sendMail = await sendMailThrough(`smtp://user:secret@127.0.0.1:${await freePort()}`);
    await expect(sendMail(mail)).rejects.toMatchObject({
      kind: "unavailable",
      message: "The e-mail could not be sent. Please try again later.",
    });
  });
});
