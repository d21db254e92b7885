import { sweepExpired } from "@/lib/auth/sweep";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { recheckDomains } from "@/lib/resources/domains/recheck";
import { sweepImports } from "@/lib/resources/imports/sweep";
import { sweepLinks } from "@/lib/resources/links/sweep";
import { sweepDeletedLinks } from "@/lib/resources/links/trash";
import { sweepUploads } from "@/lib/resources/uploads/sweep";
import { sweepRegistrations, sweepUnconfirmed } from "@/lib/resources/users/sweep";

const everyMs = 60 * 60_000;

/**
 * Looks through what is stored, now and each hour: at every link where there is a blocklist, deleted links, all uploads, old imports,
 * unconfirmed accounts, and the domains that are due.
 */
export function startSweeps(): { stop(): void } {
  const run = () => {
    if (env.BLOCKLIST) sweepLinks().catch(complain("links could not be compared with the blocklist"));
    sweepDeletedLinks().catch(complain("deleted links could not be erased"));
    sweepExpired().catch(complain("ended sessions could not be deleted"));
    sweepImports().catch(complain("rows of old imports could not be erased"));
    sweepUploads().catch(complain("unused uploads could not be deleted"));
    sweepRegistrations().catch(complain("registrations could not be deleted"));
    sweepUnconfirmed().catch(complain("unconfirmed accounts could not be deleted"));
    recheckDomains().catch(complain("domains could not be checked again"));
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

const complain = (what: string) => (error: unknown) => log.warn({ error: String(error) }, what);
