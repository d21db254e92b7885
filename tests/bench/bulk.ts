// Changes ten thousand of a hundred thousand links at once, and undoes it: how long the caller waits, and what
// visitors and a user who saves one of those links notice.
import pg from "pg";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { startServer } from "../support/server";
import { drive } from "./drive";
import { keepResults, table } from "./results";
import { insertLinks } from "./seed-links";

const LINKS = 100_000;
const CHANGED = 10_000;
/** visits a second, sent on time whether or not earlier ones are answered */
const VISITS = 1_000;
const QUIET_SECONDS = 5;
const paths = Array.from({ length: 20_000 }, (_, n) => `/go-${1 + ((n * 37) % LINKS)}`);

interface Made {
  id: number;
  changed: number;
}

await prepare({ dev: true });
const server = await startServer({ env: { LOG_LEVEL: "info" } });
try {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await insertLinks(client, LINKS);
  await client.query("vacuum analyze");
  await client.end();
  const { post, put } = api(server, server.adminKey);
  const made = async (path: string, body: object) => (await post<Made>(path, body)).body.id;
  const campaign = await made("/api/campaign/add", { name: "Bulk" });
  const channel = await made("/api/channel/add", { name: "Bulk" });
  await made("/api/domain/add", { domain: "bulk.example.com" });
  const changedAll = async (body: object, links: number): Promise<number> => {
    const answer = await post<Made>("/api/urls/change", body);
    if (answer.body.changed !== links) throw new Error(JSON.stringify(answer.body));
    return answer.body.id;
  };
  const ids = (from: number) => Array.from({ length: 1_000 }, (_, n) => from + n);
  for (let from = 1; from <= CHANGED; from += 1_000) await changedAll({ ids: ids(from), tag: "chosen" }, 1_000);
  const chosen = { filter: { tag: "chosen" }, count: CHANGED };

  const changes = {
    "to a campaign": { campaign },
    "into a channel": { channel },
    "a tag": { tag: "bulk" },
    off: { status: "off" },
    "to another domain": { domain: "bulk.example.com" },
    archive: { archived: true },
    delete: { deleted: true },
  };
  const rows: (string | number)[][] = [];
  const visited = (seconds: number) => drive({ url: server.url, paths, rate: VISITS, seconds, tolerant: true });
  await visited(QUIET_SECONDS);
  const quiet = await visited(QUIET_SECONDS);
  rows.push([
    "nothing",
    "",
    "",
    quiet.p50.toFixed(1),
    quiet.p99.toFixed(1),
    (await saved(put, async () => {})).toFixed(0),
  ]);
  for (const [name, change] of Object.entries(changes)) {
    const during = visited(QUIET_SECONDS * 2);
    let [changed, undone] = [0, 0];
    const longest = await saved(put, async () => {
      const answer = await timed(() => changedAll({ ...chosen, ...change }, CHANGED));
      changed = answer.ms;
      const undo = await timed(() => post(`/api/urls/change/${answer.value}/undo`));
      undone = undo.ms;
      if (undo.value.status !== 200) throw new Error(JSON.stringify(undo.value.body));
    });
    const { p50, p99 } = await during;
    rows.push([name, changed.toFixed(0), undone.toFixed(0), p50.toFixed(1), p99.toFixed(1), longest.toFixed(0)]);
    console.log(rows.at(-1)?.join(" | "));
  }
  keepResults(
    "10,000 of 100,000 links changed at once",
    `Milliseconds: of the call that changes them and of the one that undoes it; of ${VISITS} visits a second to all links, a tenth of them the changed ones, while both run and some seconds after; and the longest that saving one of the links takes meanwhile.\n\n${table(["", "change", "undo", "visits p50", "p99", "longest save"], rows)}`,
  );
} finally {
  await server.stop();
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now();
  const value = await work();
  return { value, ms: performance.now() - started };
}

/** The longest wait of a client that saves links one after the other while `work` runs, at least one. */
async function saved(put: ReturnType<typeof api>["put"], work: () => Promise<void>): Promise<number> {
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  let longest = 0;
  let n = 0;
  do {
    const link = 1 + ((n++ * 97) % CHANGED);
    const { ms } = await timed(() => put(`/api/url/${link}/update`, { description: `Saved ${n}` }));
    longest = Math.max(longest, ms);
  } while (!done);
  await working;
  return longest;
}
