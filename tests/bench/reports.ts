// How long the dashboard's queries for a link take in the database of DATABASE_URL; prints JSON. Part of stats.ts.
import { readClicksView } from "@/components/clicks/clicks-view";
import { reportOf } from "@/lib/clicks/statistics/report";
import { pool } from "@/lib/platform/database/pool";
import { latencyOf } from "./latency";
import { STEADY_LINKS } from "./seed-clicks";

const steady = Array.from({ length: STEADY_LINKS }, (_, index) => index + 1);
const busiest = [STEADY_LINKS + 1];
const latencies: Record<string, unknown> = {};
for (const [who, links] of Object.entries({ "": steady, "the busiest, ": busiest })) {
  for (const days of [7, 30, 90]) {
    const reports = links.map(
      (id) => () => reportOf("link", id, readClicksView({ days: String(days) }), { limit: null, retainedFrom: null }),
    );
    latencies[`${who}${days} days`] = await latencyOf(reports, 100 / links.length);
  }
}
console.log(JSON.stringify(latencies));
await pool.end();
