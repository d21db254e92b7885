import { baseUrl, env } from "@/lib/platform/env";

/** Where the script of a pixel runs that is loaded on the service's own addresses, and whether apart from the page. */
export const whereItRuns = () => ({
  host: new URL(env.PAGES_URL ?? baseUrl()).host,
  apart: env.PAGES_URL === undefined,
});
