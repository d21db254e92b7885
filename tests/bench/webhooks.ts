// Processor time of the redirect for each visit, in bursts of 50,000, without a webhook and with one for every click.
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { startReceiver } from "../support/receiver";
import { untilStored } from "../support/recorded";
import { startServer } from "../support/server";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";
import { drive } from "./drive";
import { mainThreadTime, processorTime } from "./processor-time";
import { count, keepResults, table } from "./results";
import { median } from "./rounds";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const VISITS = 50_000;
const LINKS = 20;

await prepare({ dev: true });
const receiver = await startReceiver();
const server = await startServer({ env: { ALLOW_PRIVATE_FETCH: "1" } });
try {
  const { post, put } = api(server, server.adminKey);
  const paths: string[] = [];
  for (let link = 0; link < LINKS; link++) {
    const custom = `burst-${link}`;
    await post("/api/url/add", { url: "https://example.com/landing", custom });
    paths.push(`/${custom}`);
  }
  const added = await post<{ id: number }>("/api/webhook/add", { url: receiver.url, events: ["link.clicked"] });
  const hook = added.body.id;
  const events = (on: boolean) => put(`/api/webhook/${hook}/update`, { events: [on ? "link.clicked" : "limit.near"] });

  /** microseconds for each visit, by measurement, then by round */
  const costs: Record<string, Record<"off" | "on", number[]>> = {};
  const keep = (name: string, which: "off" | "on", seconds: number, visits: number) => {
    costs[name] ??= { off: [], on: [] };
    costs[name][which].push((seconds / visits) * 1e6);
  };

  for (let round = 0; round <= ROUNDS; round++) {
    // In turn first and second, so that a machine that becomes slower favors neither.
    for (const which of round % 2 ? (["off", "on"] as const) : (["on", "off"] as const)) {
      await events(which === "on");
      receiver.received.length = 0;
      const [main, all] = [mainThreadTime(server.pid), processorTime([server.pid])];
      let visits = 0;
      while (visits < VISITS) visits += (await drive({ url: server.url, paths })).answered;
      const answered = mainThreadTime(server.pid) - main;
      await untilStored(server, 300_000);
      await untilDelivered();
      const reported = receiver.received.reduce((sum, { data }) => sum + data.clicks.length, 0);
      if (which === "on" && reported < visits) throw new Error(`${reported} of ${visits} clicks were reported`);
      if (round === 0) continue;
      keep("the thread that redirects, until the last answer", which, answered, visits);
      keep("the same, until all is delivered", which, mainThreadTime(server.pid) - main, visits);
      keep("all threads of the service, until all is delivered", which, processorTime([server.pid]) - all, visits);
    }
  }
  keepResults(
    "Webhooks",
    `Microseconds of processor time for each visit, in bursts of ${count(VISITS)} visits to ${LINKS} links: without a webhook, and with
one for each click. Of ${ROUNDS} rounds the median, with the lowest and the highest. The receiver's time is not counted.

${table(
  ["", "without", "with", "more"],
  Object.entries(costs).map(([name, { off, on }]) => [
    name,
    range(off),
    range(on),
    `${((median(on) / median(off) - 1) * 100).toFixed(1)} %`,
  ]),
)}`,
  );
} finally {
  await server.stop();
  await receiver.close();
}

async function untilDelivered(): Promise<void> {
  await eventually(async () => {
    const waiting = await sql(server, "SELECT FROM webhook_deliveries WHERE status = 'waiting' LIMIT 1");
    if (waiting.length > 0) throw new Error("deliveries are waiting");
  }, 300_000);
}

function range(values: number[]): string {
  return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
}
