import { lacksHeaders } from "./browser-headers";
import { type HostingNetworks, readHostingNetworks } from "./hosting-networks";
import { isReferrerSpam } from "./referrer-spam";
import type { Verdict } from "./verdict";
import { requestVerdict, type Visit } from "./visit";

let networks: HostingNetworks | undefined;

/**
 * Makes verdicts also consider networks. Called in the thread that stores clicks and where visits to links with a click
 * limit are admitted.
 */
export function judgeNetworks(): void {
  networks ??= readHostingNetworks();
}

/** Returns the verdict on a click by its own facts; null for a person. `referrer` is its host, see `referrerOf`. */
export function verdictOf(visit: Visit, referrer: string): Verdict | null {
  if (visit.pressed) return null;
  const verdict = requestVerdict(visit);
  if (verdict) return verdict;
  if (isReferrerSpam(referrer)) return { class: "spam", rule: `referrer:${referrer}`.slice(0, 60) };
  if (lacksHeaders(visit)) return { class: "scanner", rule: "headers" };
  const network = networks?.find(visit.address);
  return network ? { class: "network", rule: `network:${network}` } : null;
}
