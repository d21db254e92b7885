import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sweepExpired } from "@/lib/auth/sweep";
import { fetchSpamHosts } from "@/lib/clicks/classify/fetch-spam-hosts";
import { spamHostsFile } from "@/lib/clicks/classify/spam-hosts";
import { forgetOldProcesses } from "@/lib/clicks/drain/line-store";
import { fillVisitors } from "@/lib/clicks/maintenance/fill-visitors";
import { forgetOldUsage, forgetValues, planExpiry } from "@/lib/clicks/maintenance/retention";
import { lastVerification } from "@/lib/clicks/verification/last-verification";
import { sealClickSegments } from "@/lib/clicks/verification/roots";
import { forgetOldKeys } from "@/lib/http/idempotency";
import type { RetentionSweep } from "@/lib/instance/retention-policies";
import { keepSample } from "@/lib/instance/samples";
import { env } from "@/lib/platform/env";
import { runSweep, type Sweep, SweepConnection } from "@/lib/platform/jobs/sweep";
import { log } from "@/lib/platform/log/log";
import { sweepOutbox } from "@/lib/platform/mail/mail";
import { resumeMails, sweepMails } from "@/lib/platform/mail/mail-queue";
import { sweepAudit } from "@/lib/resources/audit/sweep";
import { sweepConversions } from "@/lib/resources/conversions/service";
import { recheckDomains } from "@/lib/resources/domains/recheck";
import { sweepImports } from "@/lib/resources/imports/service";
import { sweepLinkChanges } from "@/lib/resources/links/bulk/undo";
import { sweepLinks } from "@/lib/resources/links/destinations/blocked";
import { checkDestinations } from "@/lib/resources/links/destinations/checks";
import { sweepFrameability } from "@/lib/resources/links/destinations/frameability";
import { writeDueTexts } from "@/lib/resources/links/search/due-texts";
import { finishSplits } from "@/lib/resources/links/statistics/finish-splits";
import { sweepDeletedLinks } from "@/lib/resources/links/trash/service";
import { sweepOwnershipTransfers } from "@/lib/resources/ownership-transfers/service";
import { reportClickUsage } from "@/lib/resources/plans/click-notices";
import { mailReports, REPORT_MAILS } from "@/lib/resources/reports/mail";
import { sweepReports } from "@/lib/resources/reports/service";
import { continueTakedowns } from "@/lib/resources/reports/takedown";
import { sweepSiteIcons } from "@/lib/resources/site-icons/service";
import { sweepMessages } from "@/lib/resources/sms/service";
import { sweepUploads } from "@/lib/resources/uploads/service";
import { sweepLeaving } from "@/lib/resources/users/account-deletion";
import { resumeDeletions } from "@/lib/resources/users/deletion-queue";
import { sweepRegistrations, sweepUnconfirmed } from "@/lib/resources/users/sweep";
import { EXPIRED_LINKS, reportExpiredLinks } from "@/lib/resources/webhooks/expired";
import { resumeDeliveries, sweepDeliveries } from "@/lib/resources/webhooks/sweep";
import { sendWeeklyReports } from "@/lib/resources/weekly-reports/send";
import { backUpWhenDue } from "./scheduled-backup";

/** The sweeps with a shorter interval are quick. */
const BACKUP_MINUTES = 15;
const WEEK_MINUTES = 7 * 24 * 60;

/**
 * The sweeps that limit stored data, one for each name in lib/instance/retention-policies.ts. Sweeps with the
 * same interval run one after the other; the slow ones come last.
 */
const bounding: Record<RetentionSweep, Omit<Sweep, "name">> = {
  destinations: { everyMinutes: 30, run: () => checkDestinations() },
  outbox: { everyMinutes: 60, run: sweepOutbox, local: true },
  mails: { everyMinutes: 60, run: sweepMails },
  "expired clicks": { everyMinutes: 60, run: planExpiry },
  "sessions and one-time links": { everyMinutes: 60, run: sweepExpired },
  "idempotency keys": { everyMinutes: 60, run: forgetOldKeys },
  "deleted links": { everyMinutes: 60, run: sweepDeletedLinks },
  "changes of links to undo": { everyMinutes: 60, run: sweepLinkChanges },
  "rows of imports": { everyMinutes: 60, run: sweepImports },
  uploads: { everyMinutes: 60, run: sweepUploads },
  registrations: { everyMinutes: 60, run: sweepRegistrations },
  transfers: { everyMinutes: 60, run: sweepOwnershipTransfers },
  "frame permissions": { everyMinutes: 60, run: sweepFrameability },
  "site icons": { everyMinutes: 60, run: sweepSiteIcons },
  reports: { everyMinutes: 60, run: sweepReports },
  messages: { everyMinutes: 60, run: sweepMessages },
  "audit log": { everyMinutes: 60, run: sweepAudit },
  "webhook deliveries": { everyMinutes: 60, run: sweepDeliveries },
  conversions: { everyMinutes: 60, run: sweepConversions },
  "values of clicks": { everyMinutes: WEEK_MINUTES, run: forgetValues },
  "click usage": { everyMinutes: 60, run: forgetOldUsage },
  "offsets of processes": { everyMinutes: 60, run: forgetOldProcesses },
  "accounts to be deleted": { everyMinutes: 60, run: sweepLeaving },
};

/** All regular tasks. */
export const sweeps: Sweep[] = [
  { name: "click usage mails", everyMinutes: 1, run: reportClickUsage },
  { name: "waiting webhook deliveries", everyMinutes: 1, run: () => resumeDeliveries() },
  { name: "waiting mails", everyMinutes: 1, run: () => resumeMails() },
  { name: "deleted accounts", everyMinutes: 1, run: resumeDeletions },
  { name: REPORT_MAILS, everyMinutes: 1, run: () => mailReports() },
  { name: "links disabled together", everyMinutes: 1, run: continueTakedowns },
  { name: EXPIRED_LINKS, everyMinutes: 1, run: reportExpiredLinks },
  { name: "search texts", everyMinutes: 1, run: writeDueTexts },
  { name: "figures of the instance", everyMinutes: 5, run: keepSample, local: true },
  { name: "segments of clicks", everyMinutes: 10, run: sealClickSegments },
  { name: "visitors of earlier days", everyMinutes: 10, run: fillVisitors },
  { name: "weekly reports", everyMinutes: 10, run: () => sendWeeklyReports() },
  { name: "split tests", everyMinutes: 60, run: () => finishSplits() },
  { name: "verification", everyMinutes: 60, run: verifyDaily },
  ...Object.entries(bounding).map(([name, sweep]) => ({ name, ...sweep })),
  { name: "unconfirmed accounts", everyMinutes: 60, run: sweepUnconfirmed },
  { name: "blocklist", everyMinutes: 60, run: sweepLinks },
  { name: "domains", everyMinutes: 60, run: recheckDomains },
  ...backups(env.BACKUP_TO),
  ...spamLists(env.REFERRER_SPAM_LIST),
];

/** Backups have a separate interval, because they are slow and other tasks should not wait for them. */
function backups(to: string | undefined): Sweep[] {
  return to === undefined ? [] : [{ name: "backup", everyMinutes: BACKUP_MINUTES, run: () => backUpWhenDue(to) }];
}

function spamLists(list = ""): Sweep[] {
  if (!list.startsWith("https://") || !spamHostsFile) return [];
  const file = spamHostsFile;
  return [{ name: "referrer spam", everyMinutes: WEEK_MINUTES, run: () => fetchSpamHosts(list, file), local: true }];
}

/**
 * Runs all sweeps now (the weekly ones only if they are due), and then at their intervals. The quick ones first run one
 * interval after the other, so that a start does not take many connections at once.
 */
export function startSweeps(): { stop(): void } {
  const stopped = new AbortController();
  let before = Promise.resolve();
  const intervals = [...new Set(sweeps.map(({ everyMinutes }) => everyMinutes))].sort((a, b) => a - b);
  const timers = intervals.map((minutes) => {
    const due = sweeps.filter(({ everyMinutes }) => everyMinutes === minutes);
    let running = before.then(() => runAll(due, minutes < WEEK_MINUTES, stopped.signal));
    if (minutes < BACKUP_MINUTES) before = running;
    const next = () => {
      running = running.then(() => runAll(due, false, stopped.signal));
    };
    return setInterval(next, minutes * 60_000).unref();
  });
  return {
    stop() {
      stopped.abort();
      timers.forEach(clearInterval);
    },
  };
}

async function runAll(due: Sweep[], now: boolean, stopped: AbortSignal): Promise<void> {
  const connection = new SweepConnection();
  for (const sweep of due) {
    if (stopped.aborted) break;
    await runSweep(sweep, now, connection).catch((error) =>
      stopped.aborted
        ? undefined
        : log.warn({ sweep: sweep.name, error: String(error) }, "a regular task failed; it is tried again next time"),
    );
  }
  await connection.end();
}

const HOUR_MS = 3_600_000;
/** A verification ends long before this. The timeout makes sure that one that hangs does not block the next. */
const MOST_MS = 6 * HOUR_MS;
/** A service that has just started has enough to do. */
const AFTER_START_S = 30 * 60;
const COMMAND = resolve(".build/signpost.js");

/**
 * Verifies all clicks once a day in a separate process, as an operator would with the command. The process serves no
 * requests and stores no clicks. The result is stored, and problems are logged.
 */
async function verifyDaily(): Promise<void> {
  if (process.uptime() < AFTER_START_S || !existsSync(COMMAND)) return;
  const last = await lastVerification();
  if (last && Date.now() - last.at.getTime() < 23 * HOUR_MS) return;
  // Does not wait for the process, because other tasks come after this one.
  const child = spawn(process.execPath, ["--max-old-space-size=512", COMMAND, "verify", "--json"], {
    stdio: "ignore",
    timeout: MOST_MS,
  });
  const stop = () => child.kill();
  process.once("exit", stop);
  child.on("error", (error) => log.warn({ error: error.message }, "the daily verification of clicks did not start"));
  child.on("exit", (code) => {
    process.off("exit", stop);
    if (code === 1)
      log.error("the daily verification failed or found differences: run npm run signpost verify for details");
  });
  child.unref();
}
