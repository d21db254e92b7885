// A service with a million links: how long it takes to start, what memory it needs, and how fast it redirects.
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import pg from "pg";
import { copyInto } from "@/lib/clicks/postgres/copy";
import { prepare } from "../../scripts/prepare.mjs";
import { storedClicks, untilStored } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { CONNECTIONS, drive, driver } from "./drive";
import { count, keepResults } from "./results";

const LINKS = Number(process.env.LINKS ?? 1_000_000);
const VISITS = 1_000_000;
const SECONDS = 15;

const aliasOf = (number: number) => `go-${number.toString(36)}`;

const uniform = () => Math.floor(Math.random() * LINKS);

// By Zipf's law, with exponent 1: the k-th link is visited k times as seldom as the first.
const zipf = () => Math.min(LINKS - 1, Math.floor(LINKS ** Math.random()) - 1);

const visits = (pick: () => number) => Array.from({ length: VISITS }, () => `/${aliasOf(pick())}`);

function* lines(userId: number, domainId: number): Generator<string> {
  for (let number = 0; number < LINKS; number++) {
    const alias = aliasOf(number);
    yield `${userId}\t${domainId}\t${alias}\t${alias}\thttps://example.com/shop/articles/${number}?from=mail\n`;
  }
}

async function insertLinks(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Nobody listens: the triggers' million notices would be for nothing.
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query("select users.id as user, domains.id as domain from users, domains limit 1");
  await copyInto(
    client,
    "links (user_id, domain_id, alias, alias_folded, destination)",
    lines(rows[0].user, rows[0].domain),
  );
  await client.query("vacuum analyze links");
  await client.end();
}

/** Resident memory of the process, its drain included, in MiB. */
const memoryOf = ({ pid }: TestServer) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;

async function timed<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1_000];
}

await prepare();
const dataDir = await temporaryFolder();
let server = await startServer({ dataDir });
try {
  await server.kill();
  const [, insertion] = await timed(() => insertLinks(server.databaseUrl));
  let start: number;
  [server, start] = await timed(() => startServer({ dataDir }));
  const rows = [`| start to ready | ${start.toFixed(1)} s | | ${count(memoryOf(server))} |`];

  let answered = 0;
  let rounds = 0;
  async function round(name: string, paths: string[]): Promise<void> {
    const result = await drive(server.url, paths, SECONDS);
    const memory = count(memoryOf(server));
    answered += result.answered;
    rounds++;
    rows.push(`| ${name} | | ${count(result.perSecond)} | ${memory} |`);
    await untilStored(server, 300_000);
  }
  await round("uniform, nothing cached at first", visits(uniform));
  await round("uniform, once more", visits(uniform));
  const popular = visits(zipf);
  await round("Zipf", popular);
  await round("Zipf, once more", popular);

  const recorded = await storedClicks(server.databaseUrl);
  if (recorded < answered || recorded > answered + rounds * CONNECTIONS)
    throw new Error(`${answered} redirects answered, but ${recorded} clicks recorded`);
  keepResults(
    `${count(LINKS)} links`,
    `Inserted by COPY in ${insertion.toFixed(0)} s. Then random aliases, ${CONNECTIONS} connections, ${SECONDS} s each, load from
${driver}, while the drain stores the clicks; of ${count(answered)} redirects answered, ${count(recorded)} clicks are recorded.

| step | time | redirects/s | resident memory, MiB |
|---|---:|---:|---:|
${rows.join("\n")}`,
  );
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
