import { env } from "@/lib/platform/env";

/** Whether a path or URL from the first slash on is the API's, in whatever case and with however many slashes. */
export const isApiAddress = (url: string): boolean => address.test(url);

/** Whether a path is that of the metrics, and they are given where visitors are answered. */
export const isMetricsAddress = (url: string): boolean => url === metrics;

const metrics = env.METRICS_TOKEN === undefined ? null : "/metrics";
const address = /^\/+api(?:[/?]|$)/i;
