import { env } from "@/lib/platform/env";

/**
 * Returns whether a path, or a URL from its first slash on, belongs to the API, regardless of case and repeated
 * slashes.
 */
export const isApiAddress = (url: string): boolean => address.test(url);

/** Returns whether a path is the address of the metrics and this server serves them. */
export const isMetricsAddress = (url: string): boolean => url === metrics;

const metrics = env.METRICS_TOKEN === undefined ? null : "/metrics";
const address = /^\/+api(?:[/?]|$)/i;
