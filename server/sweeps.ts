import { sweepExpired } from "@/lib/auth/sweep";
import { fetchSpamHosts } from "@/lib/clicks/fetch-spam-hosts";
import { forgetOldProcesses } from "@/lib/clicks/line-store";
import { forgetOldUsage, planExpiry } from "@/lib/clicks/retention";
import { sealClickSegments } from "@/lib/clicks/roots";
import { spamHostsFile } from "@/lib/clicks/spam-hosts";
import { forgetOldKeys } from "@/lib/http/idempotency";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { sweepOutbox } from "@/lib/platform/outbox";
import { runSweep, type Sweep } from "@/lib/platform/sweep";
import { sweepAudit } from "@/lib/resources/audit/sweep";
import { recheckDomains } from "@/lib/resources/domains/recheck";
import { sweepHandovers } from "@/lib/resources/handovers/sweep";
import { sweepImports } from "@/lib/resources/imports/sweep";
import { checkDestinations } from "@/lib/resources/links/destination-checks";
import { sweepFramings } from "@/lib/resources/links/framings";
import { sweepLinks } from "@/lib/resources/links/sweep";
import { sweepDeletedLinks } from "@/lib/resources/links/trash";
import { sweepLinkChanges } from "@/lib/resources/links/undo";
import { tellClickUsage } from "@/lib/resources/plans/click-notices";
import { sweepReports } from "@/lib/resources/reports/sweep";
import { sweepSiteIcons } from "@/lib/resources/site-icons/sweep";
import { sweepUploads } from "@/lib/resources/uploads/sweep";
import { sweepLeaving } from "@/lib/resources/users/leave";
import { sweepRegistrations, sweepUnconfirmed } from "@/lib/resources/users/sweep";
import { sendWeeklyReports } from "@/lib/resources/weekly-reports/send";
import { verifyDaily } from "./daily-verification";
import { backUpWhenDue } from "./scheduled-backup";

const WEEK_MINUTES = 7 * 24 * 60;

/**
 * All that is done regularly. What grows and has a bound in time is bounded here: docs/running.md has a table of it. Those
 * of the same interval run one after the other, the long ones last.
 */
export const sweeps: Sweep[] = [
  { name: "click usage mails", everyMinutes: 1, run: tellClickUsage },
  { name: "segments of clicks", everyMinutes: 10, run: sealClickSegments },
  { name: "weekly reports", everyMinutes: 10, run: () => sendWeeklyReports() },
  { name: "destinations", everyMinutes: 30, run: () => checkDestinations() },
  { name: "verification", everyMinutes: 60, run: verifyDaily },
  { name: "outbox", everyMinutes: 60, run: sweepOutbox, local: true },
  { name: "clicks that plans keep no longer", everyMinutes: 60, run: planExpiry },
  { name: "sessions and one-time links", everyMinutes: 60, run: sweepExpired },
  { name: "idempotency keys", everyMinutes: 60, run: forgetOldKeys },
  { name: "deleted links", everyMinutes: 60, run: sweepDeletedLinks },
  { name: "changes of links to undo", everyMinutes: 60, run: sweepLinkChanges },
  { name: "rows of imports", everyMinutes: 60, run: sweepImports },
  { name: "uploads", everyMinutes: 60, run: sweepUploads },
  { name: "registrations", everyMinutes: 60, run: sweepRegistrations },
  { name: "unconfirmed accounts", everyMinutes: 60, run: sweepUnconfirmed },
  { name: "handovers", everyMinutes: 60, run: sweepHandovers },
  { name: "framings", everyMinutes: 60, run: sweepFramings },
  { name: "site icons", everyMinutes: 60, run: sweepSiteIcons },
  { name: "reports", everyMinutes: 60, run: sweepReports },
  { name: "audit log", everyMinutes: 60, run: sweepAudit },
  { name: "click usage", everyMinutes: 60, run: forgetOldUsage },
  { name: "offsets of processes", everyMinutes: 60, run: forgetOldProcesses },
  { name: "accounts whose owners leave", everyMinutes: 60, run: sweepLeaving },
  ...(env.BLOCKLIST ? [{ name: "blocklist", everyMinutes: 60, run: sweepLinks }] : []),
  { name: "domains", everyMinutes: 60, run: recheckDomains },
  ...backups(env.BACKUP_TO),
  ...spamLists(env.REFERRER_SPAM_LIST),
];

/** In an interval of its own: it takes its time, and others do not wait for it. */
function backups(to: string | undefined): Sweep[] {
  return to === undefined ? [] : [{ name: "backup", everyMinutes: 15, run: () => backUpWhenDue(to) }];
}

function spamLists(list = ""): Sweep[] {
  if (!list.startsWith("https://") || !spamHostsFile) return [];
  const file = spamHostsFile;
  return [{ name: "referrer spam", everyMinutes: WEEK_MINUTES, run: () => fetchSpamHosts(list, file), local: true }];
}

/** Runs all of them now, and then in their intervals. */
export function startSweeps(): { stop(): void } {
  const stopped = new AbortController();
  const timers = [...new Set(sweeps.map(({ everyMinutes }) => everyMinutes))].map((minutes) => {
    const due = sweeps.filter(({ everyMinutes }) => everyMinutes === minutes);
    let running = runAll(due, true, stopped.signal);
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
  for (const sweep of due) {
    if (stopped.aborted) return;
    await runSweep(sweep, now).catch((error) =>
      stopped.aborted
        ? undefined
        : log.warn({ sweep: sweep.name, error: String(error) }, "a regular task failed; it is tried again next time"),
    );
  }
}
