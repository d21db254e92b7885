import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";
import { deleteMails, deliverMails, fillMails } from "../support/deliver-mails";
import { freePort } from "../support/ports";
import { startSmtp } from "../support/smtp";

await startDatabase();
const { env } = await import("@/lib/platform/env");
const { log } = await import("@/lib/platform/log/log");
const { pool } = await import("@/lib/platform/database/pool");
const { requireMail, sendMail } = await import("@/lib/platform/mail/mail");
const { MOST_BYTES, MOST_MAILS, ORDINARY_SHARE, sweepMails } = await import("@/lib/platform/mail/mail-queue");
const { mailFigures } = await import("@/lib/instance/figures");
const { classifyMailProblem: problemOf } = await import("@/lib/platform/mail/mail-queue");
const { proActor } = await import("../support/pro-actor");

const mail = { to: "ada@example.com", locale: "de", subject: "Größe", blocks: [{ text: "Grüße, streng geheim" }] };
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeEach(async () => {
  smtp = await startSmtp();
  env.SMTP_URL = smtp.url;
  await deleteMails();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await smtp.close();
});

const stored = async () => (await pool.query("SELECT * FROM mails ORDER BY id")).rows;
/** Makes all mails due. The columns have milliseconds: the present could be rounded up to a time that is not past yet. */
const makeDue = () => pool.query("UPDATE mails SET next_at = now() - interval '1 second'");
const waits = async () => {
  const { rows } = await pool.query("SELECT extract(epoch FROM next_at - tried_at)::float8 AS wait FROM mails");
  return rows.map(({ wait }) => Math.round(wait));
};

describe("a mail", () => {
  it("is sent through SMTP_URL", async () => {
    await sendMail(mail);
    expect(await deliverMails()).toEqual(["sent"]);
    expect(smtp.mails).toMatchObject([{ from: "signpost@localhost", to: ["ada@example.com"] }]);
    expect(smtp.mails[0]?.text).toMatch(/^Subject: Größe\r$/m);
    expect(smtp.mails[0]?.text).toMatch(/^Content-Type: multipart\/alternative;.*text\/plain; charset=utf-8.*Grüße/ms);
    expect(smtp.mails[0]?.html).toMatch(/^<!doctype html><html lang="de">.*>Grüße/s);
  });

  it("goes to one recipient, also if the address looks like a list", async () => {
    await sendMail({ ...mail, to: "ada@example.com, eve@example.com" });
    await sendMail({ ...mail, to: "ada@example.com\r\nBcc: eve@example.com" });
    await deliverMails();
    expect(smtp.mails.flatMap(({ to }) => to)).not.toContain("eve@example.com");
    for (const { text } of smtp.mails) expect(text).not.toMatch(/^Bcc:/m);
  });

  it("cannot be given further headers or recipients", async () => {
    await sendMail({ ...mail, subject: "Hello\r\nBcc: eve@example.com" });
    await deliverMails();
    expect(smtp.mails[0]?.to).toEqual(["ada@example.com"]);
    expect(smtp.mails[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it("waits encrypted, and nothing of it is left after it was sent", async () => {
    await sendMail(mail);
    const [{ message, problem }] = await stored();
    expect(problem).toBeNull();
    for (const secret of ["geheim", "ada@example.com", "Größe"])
      expect(message.includes(Buffer.from(secret))).toBe(false);
    await deliverMails();
    expect(await stored()).toEqual([]);
  });

  it("leaves no address in the log or the database, sent, failed or refused", async () => {
    const lines: unknown[] = [];
    for (const level of ["info", "warn", "error"] as const)
      vi.spyOn(log, level).mockImplementation((line) => lines.push(line));
    await sendMail(mail);
    await deliverMails();
    smtp.refuse = [451, 550];
    await sendMail(mail);
    expect(await deliverMails()).toEqual(["failed"]);
    const first = JSON.stringify((await stored())[0].problem);
    await makeDue();
    expect(await deliverMails()).toEqual(["dropped"]);
    const [{ message, problem }] = await stored();
    expect(message).toBeNull();
    expect(first).toContain("451 <…> is refused");
    expect(problem).toContain("550 <…> is refused");
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain("ada@example.com");
  });
});

describe("a mail that the mail server does not take at once", () => {
  it.each([
    ["asks to try again later", [451, 450, 421, 452], ["failed", "failed", "failed", "failed"], [5, 15, 45, 135]],
    ["refuses the log-in of this service", [530, 535], ["failed", "failed"], [5, 15]],
  ])("is tried again, later each time, if the server %s", async (_, refuse, results, pauses) => {
    smtp.refuse = [...refuse];
    await sendMail(mail);
    for (const [index, result] of results.entries()) {
      expect(await deliverMails()).toEqual([result]);
      expect(await waits()).toEqual([pauses[index]]);
      // It is not due yet.
      expect(await deliverMails()).toEqual([]);
      await makeDue();
    }
    expect(await deliverMails()).toEqual(["sent"]);
    expect(smtp.mails).toHaveLength(1);
  });

  it("is tried again if the server is away, and comes with the same ID", async () => {
    env.SMTP_URL = `smtp://user:secret@127.0.0.1:${await freePort()}`;
    await sendMail(mail);
    expect(await deliverMails()).toEqual(["failed"]);
    expect((await stored())[0].problem).toMatch(/ECONNREFUSED/);
    expect((await stored())[0].problem).not.toContain("secret");
    env.SMTP_URL = smtp.url;
    await makeDue();
    expect(await deliverMails()).toEqual(["sent"]);
    expect(smtp.mails[0]?.text).toMatch(/^Message-ID: <[\da-f-]{36}@localhost>\r$/m);
  });

  it.each([550, 552, 553, 554])("is given up at once after a %i", async (code) => {
    smtp.refuse = [code];
    await sendMail(mail);
    expect(await deliverMails()).toEqual(["dropped"]);
    await makeDue();
    expect(await deliverMails()).toEqual([]);
    expect(smtp.mails).toEqual([]);
  });

  it("is not sent after its link has ended, and not tried for a time after that", async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms);
    await sendMail({ ...mail, until: inMs(-1) });
    expect(await deliverMails()).toEqual(["dropped"]);
    smtp.refuse = [451];
    await sendMail({ ...mail, until: inMs(3_000) });
    expect(await deliverMails()).toEqual(["dropped"]);
    smtp.refuse = [451];
    await sendMail({ ...mail, until: inMs(60_000) });
    expect(await deliverMails()).toEqual(["failed"]);
    expect(smtp.mails).toEqual([]);
  });

  it("is given up after three days, also if nothing sends mails any more", async () => {
    await sendMail({ ...mail, until: new Date(Date.now() + 30 * 86_400_000) });
    const [{ created_at: at, expires_at: end }] = await stored();
    expect((end - at) / 86_400_000).toBeCloseTo(3, 2);
    await pool.query("UPDATE mails SET expires_at = now() - interval '1 second'");
    env.SMTP_URL = undefined;
    await sweepMails();
    expect(await stored()).toMatchObject([{ message: null, given_up_at: expect.any(Date) }]);
    await pool.query("UPDATE mails SET given_up_at = now() - interval '31 days'");
    await sweepMails();
    expect(await stored()).toEqual([]);
  });

  it("is shown to administrators, as long as it is waiting or was given up lately", async () => {
    const admin = await proActor({ admin: true });
    expect(await mailFigures(admin)).toBeNull();
    await expect(mailFigures(await proActor())).rejects.toMatchObject({ kind: "forbidden" });
    smtp.refuse = [451, 550];
    await sendMail(mail);
    await deliverMails();
    await sendMail(mail);
    await deliverMails();
    await sendMail(mail);
    expect(await mailFigures(admin)).toEqual({
      ...{ waiting: 2, tried: 1, givenUp: 1 },
      lastFailure: { at: expect.any(Date), problem: expect.stringContaining("550") },
    });
  });
});

it("tells refusals of a mail from those that a change of the settings mends", () => {
  const of = (code: string, responseCode?: number) =>
    problemOf(Object.assign(new Error("no"), { code, responseCode })).isPermanent;
  for (const code of [500, 501, 550, 552, 554, 571]) expect(of("EENVELOPE", code)).toBe(true);
  for (const code of [421, 450, 451, 452, 530, 534, 535, 538]) expect(of("EENVELOPE", code)).toBe(false);
  expect(of("EMESSAGE", 554)).toBe(true);
  expect(of("EENVELOPE")).toBe(true);
  for (const code of ["EAUTH", "ECONNECTION", "EPROTOCOL"]) expect(of(code, 554)).toBe(false);
  for (const code of ["ETIMEDOUT", "EDNS", "ESOCKET", "ETLS", "ECONNECTION"]) expect(of(code)).toBe(false);
});

it.each([
  ["550 5.1.1 <ada@example.com>: no such user", "550 5.1.1 <…>: no such user"],
  ["550 to ada+x@example.com, 'o'brien@example.com' (see eve@example.com)", "550 to … … (see …)"],
  ["451 https://mail.example/why", "451 https://mail.example/why"],
])("keeps addresses out of an answer: %s", (answer, told) => {
  expect(problemOf(new Error(answer)).problem).toBe(told);
});

describe("the mails that wait", () => {
  const refused = { kind: "unavailable", message: "The e-mail could not be sent. Please try again later." };

  it("are bounded in number, also for requests at once, and keep room for log-ins", async () => {
    await fillMails();
    await expect(sendMail(mail)).rejects.toMatchObject(refused);
    await expect(sendMail({ ...mail, letsIn: true })).rejects.toMatchObject(refused);
    await expect(requireMail(true)).rejects.toMatchObject(refused);
    await pool.query("DELETE FROM mails WHERE id IN (SELECT id FROM mails LIMIT $1)", [
      MOST_MAILS - MOST_MAILS * ORDINARY_SHARE + 2,
    ]);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => sendMail(mail)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(requireMail()).rejects.toMatchObject(refused);
    await requireMail(true);
    await sendMail({ ...mail, letsIn: true });
  });

  it("are bounded in bytes", async () => {
    for (let n = 0; n < 10; n++) {
      await pool.query(
        `INSERT INTO mails (message, expires_at, next_at)
         SELECT convert_to(repeat('x', $1), 'utf8'), now() + interval '1 day', now() + interval '1 day'`,
        [MOST_BYTES / 10],
      );
    }
    await expect(sendMail({ ...mail, letsIn: true })).rejects.toMatchObject(refused);
  });
});

it("is written to the outbox without a mail server", async () => {
  env.SMTP_URL = undefined;
  const lines: { path?: string }[] = [];
  vi.spyOn(log, "info").mockImplementation((line) => lines.push(line as { path?: string }));
  await sendMail(mail);
  expect(await stored()).toEqual([]);
  expect(readFileSync(lines[0]?.path ?? "", "utf8")).toContain("To: ada@example.com\n");
});
