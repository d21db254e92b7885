import { afterAll, beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deleteMails, deliverMails } from "../support/deliver-mails";
import { proActor } from "../support/pro-actor";
import { startSmtp } from "../support/smtp";

await startDatabase();
const smtp = await startSmtp();
afterAll(() => smtp.close());
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");
const { mailReports } = await import("@/lib/resources/reports/mail");
const { fileReport } = await import("@/lib/resources/reports/service");
const { reportForm } = await import("@/lib/resources/reports/schema");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");
const { db } = await import("@/lib/platform/database/db");

const admins = [await proActor({ admin: true }), await proActor({ admin: true })];
const ada = await proActor();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(async () => {
  env.SMTP_URL = smtp.url;
  smtp.mails.length = 0;
  await pool.query("DELETE FROM reports; DELETE FROM links; DELETE FROM sweeps");
  await deleteMails();
});

const report = (link: number) => fileReport(link, { reason: "spam", message: "", email: undefined });
const newLink = async () => (await createLink(ada, createLinkBody.parse({ url: "https://example.com/" }))).id;

it("mails administrators at once about the first report, and once an hour about a thousand", async () => {
  const links = [await newLink(), await newLink()];
  const now = Date.now();
  await report(links[0] ?? 0);
  await mailReports(now);
  await mailReports(now);
  await deliverMails();
  expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(admins.map(({ email }) => email).sort());
  expect(smtp.mails[0]?.text).toMatch(/^Subject: 1 link was reported\r$/m);
  const many = Array.from(
    { length: 1_000 },
    (_, n) => ({ linkId: links[n % 2] ?? 0, reason: "spam", message: "" }) as const,
  );
  await db.report.createMany({ data: many });
  await mailReports(now + HOUR / 2);
  await deliverMails();
  expect(smtp.mails).toHaveLength(2);
  await mailReports(now + HOUR + MINUTE);
  await mailReports(now + HOUR + 2 * MINUTE);
  await deliverMails();
  expect(smtp.mails).toHaveLength(4);
  expect(smtp.mails[3]?.text).toMatch(/^Subject: 2 links were reported\r$/m);
  expect(smtp.mails[3]?.text).toContain("1,000 new reports");
});

it("sends nothing about decided reports, and nothing without a mail server, which catches up later", async () => {
  const link = await newLink();
  await report(link);
  env.SMTP_URL = undefined;
  await mailReports();
  env.SMTP_URL = smtp.url;
  await db.report.updateMany({ data: { verdict: "dismissed", decidedAt: new Date() } });
  await mailReports();
  await deliverMails();
  expect(smtp.mails).toEqual([]);
  await report(link);
  await mailReports();
  await deliverMails();
  expect(smtp.mails).toHaveLength(2);
});

it("takes a reporter's address if it is one", () => {
  const of = (email: unknown) => reportForm.safeParse({ reason: "spam", email });
  for (const email of [undefined, "", "  "]) expect(of(email)).toMatchObject({ data: { email: undefined } });
  expect(of(" ann@example.com ")).toMatchObject({ data: { email: "ann@example.com" } });
  const long = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.example`;
  for (const email of ["ann", "a@b", "a@example.com\r\nBcc: b@example.com", "a@example.com, b@example.com", long, 7])
    expect(of(email).success, String(email)).toBe(false);
});
