import { api } from "../support/api";
import { callerWith } from "../support/caller";
import { onNewPlan } from "../support/plans";
import type { TestServer } from "../support/server";
import { writeBacklog } from "./backlog";
import { type Drive, drive } from "./drive";
import { count, table } from "./results";
import { inRounds, median, peer, type Rounds, ratio } from "./rounds";

/** At least eight times the earlier rate of the link list and of a link, and this many times a peer's. */
const WANTED_READS = 3_200;
const WANTED_OF_PEER = 5;
const WANTED_ADDS = 3_000;
const WANTED_BULK = 20_000;
const WANTED_P99 = 2;

const CONNECTIONS = 16;
const BULK = 500;
/** The number of things of each resource; a page of a list shows half of them. */
const THINGS = 30;
const LISTED = 15;
const WAITING_CLICKS = Number(process.env.CLICKS ?? 500_000);
const ON_TIME = 100;

/** The results, and those that are below the goal. */
export interface Measured {
  markdown: string;
  missed: string[];
}

const expectMore = (name: string, reached: number, wanted: number) =>
  reached < wanted ? [`${name}: ${reached.toFixed(1)}, and ${count(wanted)} is wanted`] : [];

/** Reads lists and single things of every resource, of an administrator with links (see seed.ts) and 30 of all else. */
export async function measureReads(server: TestServer): Promise<Measured> {
  const ids = await makeThings(server);
  const list = (path: string) => `/api/${path}${path.includes("?") ? "&" : "?"}limit=${LISTED}`;
  const paths = [
    "/api/urls?limit=10",
    "/api/url/500",
    ...["urls?order=click", "campaigns", "channels", "pixels", "tags", "overlay", "splash", "bio", "qr"].map(list),
    ...["domains", "keys", "members", "audit"].map(list),
    ...["/api/users", "/api/plans", "/api/account"],
    ...Object.entries(ids).map(([noun, id]) => `/api/${noun}/${id}`),
  ];
  const ask = (path: string) => () => drive({ ...callsOf(server, server.adminKey), paths: [path], seconds: 2 });
  const rounds = await inRounds({ ...Object.fromEntries(paths.map((path) => [path, ask(path)])), ...peer() });
  const links = ["/api/urls?limit=10", "/api/url/500"];
  const [other] = Object.keys(peer());
  const missed = links.flatMap((path) => [
    ...expectMore(path, speedOf(rounds, path), WANTED_READS),
    ...(other
      ? expectMore(`${path} beside the peer`, ratio(rounds[path] ?? [], rounds[other] ?? []), WANTED_OF_PEER)
      : []),
  ]);
  const markdown = `Lists and single things, as server.ts answers them with the log that ships, by turns in five rounds of 2 s each;
${CONNECTIONS} connections, 10,000 links with 200,000 clicks, ${THINGS} of all else. Wanted for the links: ${count(WANTED_READS)} a second${other ? `, and ${WANTED_OF_PEER} times the peer` : ""}.

${speeds(rounds)}`;
  return { markdown, missed };
}

/** Creates links one by one, each with an idempotency key, and many at once, on a plan with a limit. */
export async function measureWrites(server: TestServer): Promise<Measured> {
  const id = await callerWith(server, server.adminKey, server.adminEmail).user();
  await onNewPlan(server, { id }, { links: 100_000_000 });
  const { body } = await api(server, server.adminKey).get<{ data: { apikey: string } }>(`/api/user/${id}`);
  const plan = callsOf(server, body.data.apikey);
  const link = (tail: string) => ({ url: `https://example.com/shop/{n}${tail}`, title: "An article" });
  const add: () => Promise<Drive> = () =>
    drive({
      ...plan,
      headers: { ...plan.headers, "Idempotency-Key": "add-{n}" },
      paths: ["/api/url/add"],
      body: JSON.stringify(link("")),
    });
  const links = Array.from({ length: BULK }, (_, index) => link(`/${index}`));
  const bulk = () => drive({ ...plan, paths: ["/api/urls/add"], body: JSON.stringify({ links }), connections: 4 });
  const rounds = await inRounds({ "POST /api/url/add": add, [`POST /api/urls/add, ${BULK} links`]: bulk });
  const [adds = 0, calls = 0] = Object.keys(rounds).map((name) => speedOf(rounds, name));
  const markdown = `Links made by one user whose plan has a limit, by turns in five rounds of 3 s each: one by one, each with an
\`Idempotency-Key\` of its own, over ${CONNECTIONS} connections (wanted: ${count(WANTED_ADDS)} a second), and ${BULK} a request over 4
(wanted: ${count(WANTED_BULK)} links a second; reached: ${count(calls * BULK)}).

${speeds(rounds)}`;
  return {
    markdown,
    missed: [...expectMore("adds", adds, WANTED_ADDS), ...expectMore("links in bulk", calls * BULK, WANTED_BULK)],
  };
}

/** How long the list of links takes while the drain stores clicks, compared with other times. */
export async function measureDuringDrain(server: TestServer): Promise<Measured> {
  const ask = () =>
    drive({ ...callsOf(server, server.adminKey), paths: ["/api/urls?limit=10"], seconds: 3, rate: ON_TIME });
  await ask();
  const idle = await repeat(ask, () => false);
  const leave = writeBacklog(server, WAITING_CLICKS, () => 1 + Math.floor(Math.random() * 10_000));
  const isLeft = leave();
  const during = await repeat(ask, isLeft);
  const p99 = (drives: Drive[]) => median(drives.map(({ p99 }) => p99));
  const times = p99(during) / p99(idle);
  const rows = Object.entries({ idle, "during a drain": during }).map(([name, drives]) => [
    name,
    median(drives.map(({ p50 }) => p50)).toFixed(1),
    p99(drives).toFixed(1),
  ]);
  const markdown = `\`GET /api/urls?limit=10\`, asked for ${ON_TIME} times a second, while nothing else is done and while ${count(WAITING_CLICKS)} clicks are
stored: medians of drives of 3 s. The p99 is ${times.toFixed(1)} times as long; ${WANTED_P99} is allowed.

${table(["", "p50, ms", "p99, ms"], rows)}`;
  const missed = times > WANTED_P99 ? [`the p99 is ${times.toFixed(1)} times as long during a drain`] : [];
  return { markdown, missed };
}

/** Runs at least five drives, and more while `more` returns true. */
async function repeat(ask: () => Promise<Drive>, more: () => boolean): Promise<Drive[]> {
  const drives: Drive[] = [];
  while (drives.length < 5 || more()) drives.push(await ask());
  return drives;
}

async function makeThings(server: TestServer): Promise<Record<string, number>> {
  const caller = callerWith(server, server.adminKey, server.adminEmail);
  const { campaign, channel, pixel, tag, overlay, splash, bio, qr, domain, user } = caller;
  const made = { campaign, channel, pixel, tag, overlay, splash, bio, qr, domain, user };
  const ids: Record<string, number> = {};
  for (const [noun, make] of Object.entries(made)) {
    for (let number = 0; number < THINGS; number++) ids[noun] = await make();
  }
  return ids;
}

const callsOf = ({ url }: TestServer, key: string) => ({
  url,
  headers: { Authorization: `Bearer ${key}` },
  connections: CONNECTIONS,
});

const speedOf = (rounds: Rounds<string>, name: string) =>
  median((rounds[name] ?? []).map(({ perSecond }) => perSecond));

function speeds(rounds: Rounds<string>): string {
  const rows = Object.entries(rounds).map(([name, drives]) => {
    const reached = drives.map(({ perSecond }) => perSecond);
    return [
      name,
      count(median(reached)),
      `${count(Math.min(...reached))} to ${count(Math.max(...reached))}`,
      median(drives.map(({ p50 }) => p50)).toFixed(1),
      median(drives.map(({ p99 }) => p99)).toFixed(1),
    ];
  });
  return table(["", "a second", "lowest to highest", "p50, ms", "p99, ms"], rows);
}
