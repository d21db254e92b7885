import { lacksHeaders } from "./browser-headers";
import { type HostingNetworks, readHostingNetworks } from "./hosting-networks";
import { isReferrerSpam } from "./referrer-spam";
import type { Verdict } from "./verdict";
import { requestVerdict, type Visit } from "./visit";

let networks: HostingNetworks | undefined;

/** Has clicks judged by their networks, too: in the thread that stores them, and where a limited visit is let through. */
export function judgeNetworks(): void {
  networks ??= readHostingNetworks();
}

/** What a click is by all that is known of it alone; null for a person's. `referrer` is its host, see `referrerOf`. */
export function verdictOf(visit: Visit, referrer: string): Verdict | null {
  if (visit.pressed) return null;
  const told = requestVerdict(visit);
  if (told) return told;
  if (isReferrerSpam(referrer)) return { class: "spam", rule: `referrer:${referrer}`.slice(0, 60) };
  if (lacksHeaders(visit)) return { class: "scanner", rule: "headers" };
  const network = networks?.find(visit.address);
  return network ? { class: "network", rule: `network:${network}` } : null;
}
