import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deleteMails, deliverMails, fillMails } from "../support/deliver-mails";
import { startSmtp } from "../support/smtp";

await startDatabase();
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");
const { runSweep } = await import("../support/sweep");
const { createUser } = await import("@/lib/resources/users/service");
const { clicksThisMonth } = await import("@/lib/resources/plans/clicks");
const { findActor } = await import("@/lib/auth/actor");
const { reportClickUsage: report } = await import("@/lib/resources/plans/click-notices");

const { user } = await createUser({ username: "ada", email: "ada@example.com", password: "quiet river stone" });
const reportClickUsage = async () => {
  await report();
  await deliverMails();
};
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  smtp = await startSmtp();
  await pool.query(`UPDATE plans SET limits = limits || '{"clicks": 1000}' WHERE free`);
});
afterAll(() => smtp.close());
beforeEach(async () => {
  smtp.mails.length = 0;
  env.SMTP_URL = smtp.url;
  await pool.query("DELETE FROM click_usage; DELETE FROM sweeps; UPDATE users SET admin = false, locale = NULL");
});

const use = (clicks: number, month = "now()") =>
  pool.query(
    `INSERT INTO click_usage (month, user_id, clicks) VALUES (date_trunc('month', ${month} AT TIME ZONE 'utc'), $1, $2)
     ON CONFLICT (month, user_id) DO UPDATE SET clicks = excluded.clicks`,
    [user.id, clicks],
  );
const sentMails = () => smtp.mails.map(({ to, text }) => [to[0], /^Subject: (.*)/m.exec(text)?.[1]]);
const near = ["ada@example.com", "You have used 80% of this month's clicks"];
const reached = ["ada@example.com", "You have used all of this month's clicks"];

it("mails an owner at 80 and at 100 percent, once each", async () => {
  for (const clicks of [799, 800, 999, 1_000, 5_000]) {
    await use(clicks);
    await reportClickUsage();
    await reportClickUsage();
  }
  expect(sentMails()).toEqual([near, reached]);
  expect(smtp.mails[1]?.text).toMatch(/1,000/);
  expect(smtp.mails[0]?.text).toMatch(/^Message-ID: <clicks-80-/m);
});

it("mails an owner who goes from nothing to 100 percent once", async () => {
  await use(2_000);
  await reportClickUsage();
  expect(sentMails()).toEqual([reached]);
});

it("uses the account's language", async () => {
  await pool.query("UPDATE users SET locale = 'de'");
  await use(1_000);
  await reportClickUsage();
  expect(smtp.mails[0]?.text).toMatch(/1\.000/);
  expect(smtp.mails[0]?.text).toContain("gesperrt");
});

it("sends nothing to administrators, who have no limit, and nothing about last year's months", async () => {
  await use(2_000, "(now() - interval '3 months')");
  await reportClickUsage();
  await use(2_000);
  await pool.query("UPDATE users SET admin = true");
  await reportClickUsage();
  expect(sentMails()).toEqual([]);
});

it("sends a mail that was not taken later, once", async () => {
  await use(900);
  await fillMails();
  await reportClickUsage();
  await deleteMails();
  await reportClickUsage();
  expect(sentMails()).toEqual([]);
  await pool.query("UPDATE click_usage SET notify_at = notify_at - interval '1 hour'");
  await reportClickUsage();
  await reportClickUsage();
  expect(sentMails()).toEqual([near]);
});

it("only one of several processes sends", async () => {
  await use(900);
  const sweep = { name: "mails of the test", everyMinutes: 1, run: reportClickUsage };
  const ran = await Promise.all(Array.from({ length: 5 }, () => runSweep(sweep, true)));
  expect(ran.filter(Boolean).length).toBeGreaterThanOrEqual(1);
  expect(sentMails()).toEqual([near]);
});

it("says how many clicks of this month's limit are used", async () => {
  await use(42);
  const actor = await findActor(user.id);
  const from = new Date().toISOString().slice(0, 8);
  expect(await clicksThisMonth(actor)).toMatchObject({ used: 42, limit: 1_000, from: `${from}01` });
  expect(await clicksThisMonth(actor, new Date("2028-02-10T00:00:00Z"))).toEqual({
    ...{ used: 0, limit: 1_000, from: "2028-02-01", to: "2028-02-29" },
  });
  expect((await clicksThisMonth({ ...actor, unlimited: true })).limit).toBeNull();
});
