import { type Refusal, refusal } from "@/lib/contract/refusal";
import { allMetrics } from "@/lib/platform/log/all-metrics";
import { vitals } from "@/lib/platform/process/vitals";

/** Counts requests through untrusted proxies, by the proxy's address. */
export const UNTRUSTED_PROXIES = "signpost_untrusted_proxy_requests_total";

/** Warnings for operators: a failed take-over, and settings that do not match the requests of any process. */
export async function warnings(): Promise<Refusal[]> {
  const found = (await allMetrics()).find(({ name }) => name === UNTRUSTED_PROXIES);
  const proxies = (found?.values ?? []).map(({ labels }) =>
    refusal("proxy_not_trusted", { address: `${labels.proxy}` }),
  );
  return vitals().takeOverFailed ? [refusal("take_over_failed"), ...proxies] : proxies;
}
