// Fills a database for verify.ts, in a separate process: DATABASE_URL, CLICKS, LINKS, DAYS.
import pg from "pg";
import { enrich } from "@/lib/clicks/classify/enriched-click";
import { visitOf } from "@/lib/clicks/classify/visit";
import { openClickStore } from "@/lib/clicks/drain/store";

const [clicks = 0, links = 0, days = 0] = [process.env.CLICKS, process.env.LINKS, process.env.DAYS].map(Number);
const DAY_MS = 86_400_000;
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  "Twitterbot/1.0",
];

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query("set synchronous_commit = off");
const store = await openClickStore(client);
const end = Date.now();
// Stores batches like the drain, a day at a time, so that each row of counts is written once for its day.
for (let day = 0; day < days; day++) {
  const [from = 0, to = 0] = [day, day + 1].map((index) => Math.round((clicks * index) / days));
  const batch = Array.from({ length: to - from }, (_, n) => clickOf(from + n));
  await store.store({ journal: "bench", from: from, to, clicks: batch, events: [] });
  if (day % 10 === 9) process.stderr.write(`${(performance.now() / 1_000).toFixed(0)} s: ${to} clicks stored\n`);
}
await client.query("vacuum analyze");
await client.end();

function clickOf(n: number) {
  const headers = { "user-agent": agents[n % 17 === 0 ? 3 : n % 3], referer: `https://site-${n % 40}.example/` };
  const visitor = Math.floor(Math.random() * clicks);
  const address = `${11 + (visitor % 80)}.${(visitor >> 8) & 255}.${(visitor >> 16) & 255}.${visitor & 255}`;
  // The first links have the most clicks.
  const linkId = 1 + Math.floor(links ** Math.random() - 1);
  const at = end - Math.floor(((clicks - n) / clicks) * days * DAY_MS);
  return enrich({ visit: { ...visitOf({ method: "GET", headers }, address), at }, subjects: { linkId } });
}
