import { type Refusal, refusal } from "@/lib/contract/refusal";
import { allMetrics } from "@/lib/platform/all-metrics";

/** Counts of the requests that came through proxies which are not trusted, by their addresses. */
export const UNTRUSTED_PROXIES = "signpost_untrusted_proxy_requests_total";

/** What is wrong with the settings, as far as the requests of any process show it. */
export async function warnings(): Promise<Refusal[]> {
  const found = (await allMetrics()).find(({ name }) => name === UNTRUSTED_PROXIES);
  return (found?.values ?? []).map(({ labels }) => refusal("proxy_not_trusted", { address: `${labels.proxy}` }));
}
