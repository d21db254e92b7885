import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deleteMails, deliverMails, fillMails } from "../support/deliver-mails";
import { startSmtp } from "../support/smtp";
import { clickLine, storeLines } from "../support/stored-clicks";

await startDatabase();
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");
const { createUser } = await import("@/lib/resources/users/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { findActor } = await import("@/lib/auth/actor");
const { updateAccount } = await import("@/lib/resources/account/service");
const { runSweep } = await import("../support/sweep");
const { lastWeek, nextMonday } = await import("@/lib/resources/weekly-reports/service");
const { hasWeeklyReport, setWeeklyReport } = await import("@/lib/resources/weekly-reports/service");
const { sendWeeklyReports: report } = await import("@/lib/resources/weekly-reports/send");
const { weeklyFigures } = await import("@/lib/resources/weekly-reports/send");
const { weeklyMail } = await import("@/lib/resources/weekly-reports/send");
const { unsubscribeUrl } = await import("@/lib/resources/weekly-reports/service");
const { answerUnsubscribe } = await import("@/lib/visits/unsubscribe");

const sendWeeklyReports = async (now: number) => {
  await report(now);
  await deliverMails();
};
let smtp: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());
beforeEach(async () => {
  smtp.mails.length = 0;
  env.SMTP_URL = smtp.url;
  await pool.query("DELETE FROM weekly_reports");
});

let users = 0;
async function newActor() {
  const username = `user${users++}`;
  const { user } = await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  return findActor(user.id);
}

/** Stores clicks of one visitor, another one on each day. */
async function clicked(link: number, day: string, clicks: number): Promise<void> {
  await pool.query(
    `INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
     VALUES ('link', $1, false, $2, $3, 1, '{}', '{}')`,
    [link, day, clicks],
  );
  await pool.query(
    "INSERT INTO click_day_visitors (subject, subject_id, day, visitors) VALUES ('link', $1, $2, ARRAY[extract(day FROM $2::date)::int])",
    [link, day],
  );
}

/** The Monday after the week of Monday, November 16, 2026. */
const monday = Date.parse("2026-11-23T09:00:00Z");
const makeDue = () => pool.query("UPDATE weekly_reports SET next_at = $1", [new Date(monday - 1)]);
const nextOf = async (userId: number) =>
  (await pool.query("SELECT next_at AS at FROM weekly_reports WHERE user_id = $1", [userId])).rows[0]?.at as Date;
const textOf = (index = 0) => smtp.mails[index]?.text ?? "";
/** A mail's text with its lines joined. */
const wordsOf = (index = 0) => textOf(index).replaceAll(/\s+/g, " ");

async function withReport() {
  const actor = await newActor();
  const link = await createLink(actor, {
    url: "https://example.com/a",
    custom: `spring-${users}`,
    title: "Spring sale",
  });
  await setWeeklyReport(actor, true);
  await makeDue();
  return { actor, link };
}

it.each([
  ["UTC", "2026-11-18T12:00:00Z", "2026-11-23T08:00:00Z"],
  ["Europe/Berlin", "2026-11-18T12:00:00Z", "2026-11-23T07:00:00Z"],
  ["Europe/Berlin", "2026-07-15T12:00:00Z", "2026-07-20T06:00:00Z"],
  ["America/Los_Angeles", "2026-11-23T07:59:00Z", "2026-11-23T16:00:00Z"],
  ["Asia/Tokyo", "2026-11-18T12:00:00Z", "2026-11-22T23:00:00Z"],
  ["Pacific/Auckland", "2026-11-18T12:00:00Z", "2026-11-22T19:00:00Z"],
  // The clocks changed the day before: days of 23 and 25 hours.
  ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T06:00:00Z"],
  ["Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-26T07:00:00Z"],
  ["UTC", "2026-11-23T08:00:00Z", "2026-11-30T08:00:00Z"],
])("in %s after %s comes %s", (zone, after, next) => {
  expect(new Date(nextMonday(zone, Date.parse(after))).toISOString()).toBe(next.replace("Z", ".000Z"));
});

it("covers the last complete week", () => {
  expect(lastWeek(monday, "UTC")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  expect(lastWeek(Date.parse("2026-11-29T23:59:00Z"), "UTC")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
  const sunday = Date.parse("2026-11-29T12:00:00Z");
  expect(lastWeek(sunday, "Pacific/Auckland"), "where it is Monday").toEqual({ from: "2026-11-23", to: "2026-11-29" });
  expect(lastWeek(sunday, "America/Los_Angeles")).toEqual({ from: "2026-11-16", to: "2026-11-22" });
});

it("is off by default, and only the owner can change it", async () => {
  const actor = await newActor();
  expect(await hasWeeklyReport(actor)).toBe(false);
  await setWeeklyReport(actor, true);
  await setWeeklyReport(actor, true);
  expect(await hasWeeklyReport(actor)).toBe(true);
  expect((await nextOf(actor.userId)).getTime()).toBe(nextMonday("UTC", Date.now()));
  const looking = { ...actor, permissions: new Set(["account:read"] as const) };
  await expect(setWeeklyReport(looking, false)).rejects.toMatchObject({ code: "permission_lacking" });
  await setWeeklyReport(actor, false);
  expect(await hasWeeklyReport(actor)).toBe(false);
});

it("is saved with all other changes of an account, or not at all", async () => {
  const { actor } = await withReport();
  await expect(
    updateAccount(actor, { email: (await newActor()).email, timezone: "Asia/Tokyo", weeklyreport: false }),
  ).rejects.toMatchObject({ code: "email_taken" });
  expect(await hasWeeklyReport(actor)).toBe(true);
  expect(await nextOf(actor.userId)).toEqual(new Date(monday - 1));
  await setWeeklyReport(actor, false);
  await pool.query(`
    CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no report'; END $$;
    CREATE TRIGGER refused BEFORE INSERT ON weekly_reports FOR EACH ROW EXECUTE FUNCTION refused();`);
  const email = `new-${actor.email}`;
  await expect(updateAccount(actor, { email, weeklyreport: true })).rejects.toThrow("no report");
  await pool.query("DROP FUNCTION refused CASCADE");
  expect((await findActor(actor.userId)).email).toBe(actor.email);
  await updateAccount(actor, { email, timezone: "Asia/Tokyo", weeklyreport: true });
  expect(await findActor(actor.userId)).toMatchObject({ email, timeZone: "Asia/Tokyo" });
  expect((await nextOf(actor.userId)).getTime()).toBe(nextMonday("Asia/Tokyo", Date.now()));
});

it.each([
  ["America/Los_Angeles", "2026-11-30T16:00:00Z"],
  ["Pacific/Auckland", "2026-11-29T19:00:00Z"],
])("comes on the same Monday when the account moves to %s", async (timezone, next) => {
  const { actor } = await withReport();
  await pool.query("UPDATE weekly_reports SET next_at = '2026-11-30T08:00:00Z'");
  await updateAccount(actor, { timezone });
  expect(await nextOf(actor.userId)).toEqual(new Date(next));
  await updateAccount({ ...actor, timeZone: timezone }, { timezone: "UTC" });
  expect(await nextOf(actor.userId), "and back").toEqual(new Date("2026-11-30T08:00:00Z"));
});

describe("the mail", () => {
  it("shows the week and the one before, once a week", async () => {
    const { actor, link } = await withReport();
    await clicked(link.id, "2026-11-16", 1_000);
    await clicked(link.id, "2026-11-22", 234);
    await clicked(link.id, "2026-11-15", 7);
    await clicked(link.id, "2026-11-23", 500);
    await pool.query("UPDATE links SET created_at = '2026-11-22T23:00:00Z' WHERE id = $1", [link.id]);
    await sendWeeklyReports(monday);
    await sendWeeklyReports(monday);
    // A mail to another account, from a test before, may have been on its way.
    const own = smtp.mails.filter(({ to }) => to.includes(actor.email));
    smtp.mails.splice(0, smtp.mails.length, ...own);
    expect(smtp.mails.map(({ to }) => to)).toEqual([[actor.email]]);
    expect(textOf()).toMatch(/^Subject: Your week: 1,234 clicks$/m);
    expect(wordsOf()).toContain("November 16, 2026 to November 22, 2026");
    expect(textOf()).toContain("Clicks: 1,234 (previous week: 7)");
    expect(textOf()).toContain("Unique visitors: 2 (previous week: 1)");
    expect(textOf()).toContain("New links: 1");
    expect(textOf()).toMatch(/Spring sale: 1,234\s+http\S+\/spring-\d+/);
    expect(textOf()).not.toContain("Needs your attention");
    expect(textOf()).toMatch(new RegExp(`^Message-ID: <weekly-2026-11-16-${actor.userId}@`, "im"));
    expect(await nextOf(actor.userId)).toEqual(new Date("2026-11-30T08:00:00Z"));
  });

  it("is in the account's language and time zone, with problems to solve", async () => {
    const { actor } = await withReport();
    await pool.query("UPDATE users SET locale = 'de', time_zone = 'Europe/Berlin' WHERE id = $1", [actor.userId]);
    await pool.query(
      "INSERT INTO domains (user_id, host, status, failing_since) VALUES ($1, 'away.example', 'suspended', now())",
      [actor.userId],
    );
    await sendWeeklyReports(monday);
    expect(textOf()).toMatch(/^Subject: Deine Woche: 0 Klicks$/m);
    expect(textOf()).toContain("16. November 2026");
    expect(textOf()).toContain("away.example zeigt nicht mehr");
    expect(await nextOf(actor.userId)).toEqual(new Date("2026-11-30T07:00:00Z"));
  });

  it("counts the week from its first to its last moment in the account's zone", async () => {
    const { actor, link } = await withReport();
    await pool.query("UPDATE users SET time_zone = 'Pacific/Auckland' WHERE id = $1", [actor.userId]);
    // There, the week lasts from November 15, 11:00 to November 22, 11:00.
    const at = (time: string) => clickLine({ linkId: link.id }, { at: Date.parse(`2026-11-${time}Z`) });
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    await storeLines(client, ["15T10:59:00", "15T11:00:00", "18T12:00:00", "22T10:59:00", "22T11:00:00"].map(at));
    await client.end();
    await pool.query("UPDATE links SET created_at = '2026-11-15T10:59:00Z' WHERE id = $1", [link.id]);
    await sendWeeklyReports(monday);
    expect(wordsOf()).toContain("November 16, 2026 to November 22, 2026 (days in Pacific/Auckland)");
    expect(textOf()).toContain("Clicks: 3 (previous week: 1)");
    expect(textOf()).toContain("New links: 0");
    expect(textOf()).toMatch(/Spring sale: 3\s/);
    expect(await nextOf(actor.userId)).toEqual(new Date("2026-11-29T19:00:00Z"));
  });

  it("names the counted days if those of the account's zone are incomplete", async () => {
    const { actor, link } = await withReport();
    await pool.query("UPDATE users SET time_zone = 'Pacific/Auckland' WHERE id = $1", [actor.userId]);
    await pool.query("UPDATE links SET created_at = '2026-11-15T12:00:00Z' WHERE id = $1", [link.id]);
    await clicked(link.id, "2026-11-16", 12);
    env.CLICK_RETENTION_DAYS = 1;
    await sendWeeklyReports(monday);
    expect(wordsOf()).toContain("November 16, 2026 to November 22, 2026 (days in UTC)");
    expect(textOf()).toContain("Clicks: 12 (previous week: 0)");
    expect(textOf(), "made on the 15th of UTC, and on the 16th of Auckland").toContain("New links: 0");
    // Part of the 14 days that ended one to seven days ago.
    env.CLICK_RETENTION_DAYS = 10;
    const week = lastWeek(Date.now(), "Pacific/Auckland");
    const figures = await weeklyFigures(await findActor(actor.userId), week);
    env.CLICK_RETENTION_DAYS = undefined;
    expect(figures).toMatchObject({ zone: "Pacific/Auckland", utcBefore: expect.stringMatching(/^\d{4}-/) });
    const { blocks } = weeklyMail({ userId: 1, email: "", username: "", locale: "de" }, week, {
      ...(figures as NonNullable<typeof figures>),
      utcBefore: "2026-11-12",
    });
    expect(blocks[0]).toEqual({
      text: expect.stringContaining("(Tage in Pacific/Auckland, vor dem 12. November 2026 in UTC)"),
    });
  });

  it("is not sent to an account without links, before it is due, or without a mail server", async () => {
    const actor = await newActor();
    await setWeeklyReport(actor, true);
    await makeDue();
    await sendWeeklyReports(monday);
    expect(await nextOf(actor.userId)).toEqual(new Date("2026-11-30T08:00:00Z"));
    const { actor: other } = await withReport();
    await sendWeeklyReports(monday - 60_000);
    env.SMTP_URL = undefined;
    await sendWeeklyReports(monday);
    expect(smtp.mails).toEqual([]);
    expect(await nextOf(other.userId)).toEqual(new Date(monday - 1));
  });

  it("that is not taken is sent an hour later, once, without delaying others", async () => {
    const { actor } = await withReport();
    await fillMails();
    await sendWeeklyReports(monday);
    expect(await nextOf(actor.userId)).toEqual(new Date(monday + 60 * 60_000));
    await deleteMails();
    await sendWeeklyReports(monday + 59 * 60_000);
    expect(smtp.mails).toEqual([]);
    await sendWeeklyReports(monday + 61 * 60_000);
    await sendWeeklyReports(monday + 61 * 60_000);
    expect(smtp.mails).toHaveLength(1);
    expect(textOf()).toContain("November 16, 2026");
  });

  it("is sent by one of several processes", async () => {
    await withReport();
    const sweep = { name: "reports of the test", everyMinutes: 1, run: () => sendWeeklyReports(monday) };
    await Promise.all(Array.from({ length: 5 }, () => runSweep(sweep, true)));
    expect(smtp.mails).toHaveLength(1);
  });
});

describe("unsubscribing", () => {
  const ask = (url: string, method: string, language = "en") => {
    const { pathname } = new URL(url);
    const headers = { "accept-language": language, "sec-fetch-site": "cross-site" };
    return answerUnsubscribe({
      ...{
        method,
        url: pathname,
        headers,
        address: "192.0.2.1",
        usesHttps: true,
        signal: new AbortController().signal,
      },
      form: async () => new URLSearchParams("List-Unsubscribe=One-Click"),
    });
  };

  it("the mail's headers name an address that accepts a POST from anywhere", async () => {
    const { actor } = await withReport();
    await sendWeeklyReports(monday);
    const [, url = ""] = /^List-Unsubscribe:\s+<(\S+)>$/im.exec(textOf()) ?? [];
    expect(url).toBe(unsubscribeUrl(actor.userId));
    expect(textOf()).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
    // Programs that scan mails open their links.
    const confirmation = await ask(url, "GET", "de");
    expect(confirmation.body).toContain("Wochenbericht abbestellen?");
    expect(await hasWeeklyReport(actor)).toBe(true);
    const done = await ask(url, "POST");
    expect([done.status, await hasWeeklyReport(actor)]).toEqual([200, false]);
    expect(done.body).toContain("You are unsubscribed");
    expect((await ask(url, "POST")).status).toBe(200);
  });

  it("a similar address does nothing", async () => {
    const { actor } = await withReport();
    const url = unsubscribeUrl(actor.userId);
    const wrong = [url.slice(0, -1), `${url}A`, url.replace(/\d+\./, `${actor.userId + 1}.`), url.replace(/\..*/, ".")];
    for (const one of [
      ...wrong.filter((each) => each !== url),
      `${url.slice(0, url.lastIndexOf(".") + 1)}${"A".repeat(43)}`,
    ])
      expect((await ask(one, "POST")).status).toBe(404);
    expect(await hasWeeklyReport(actor)).toBe(true);
  });
});
