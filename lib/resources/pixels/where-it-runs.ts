import { baseUrl, env } from "@/lib/platform/env";

/** The host on which the script of a pixel runs, and whether it runs apart from the page. */
export const whereItRuns = () => ({
  host: new URL(env.PAGES_URL ?? baseUrl()).host,
  apart: env.PAGES_URL === undefined,
});
