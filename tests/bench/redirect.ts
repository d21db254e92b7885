// Our redirect, each with its click kept, against a bare `node:http` redirect in the same run.
import { spawn } from "node:child_process";
import { prepare } from "../../scripts/prepare.mjs";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { storedClicks, untilStored } from "../support/recorded";
import { startServer } from "../support/server";
import { eventually } from "../support/wait";
import { CONNECTIONS, drive, driver, median } from "./drive";
import { count, keepResults } from "./results";

const ROUNDS = 5;
const SECONDS = 4;
const WANTED = 0.5;

await prepare();
const server = await startServer();
const port = await freePort();
const bare = spawn(process.execPath, [`${import.meta.dirname}/bare-server.mjs`, `${port}`], { stdio: "inherit" });
const bareUrl = `http://localhost:${port}`;
try {
  const paths = Array.from({ length: 100 }, (_, index) => `/bench-${index}`);
  for (const path of paths) {
    await api(server, server.adminKey).post("/api/url/add", {
      url: "https://example.com/landing",
      custom: path.slice(1),
    });
  }

  await eventually(() => fetch(bareUrl, { redirect: "manual" }));
  await drive(bareUrl, paths, SECONDS);
  let { answered } = await drive(server.url, paths, SECONDS);
  const rounds: { bare: number; ours: number; stored: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // What the drain still has to do would slow down the bare server.
    await untilStored(server, 120_000);
    const before = await storedClicks(server.databaseUrl);
    const bare = await drive(bareUrl, paths, SECONDS);
    const ours = await drive(server.url, paths, SECONDS);
    answered += ours.answered;
    const stored = (await storedClicks(server.databaseUrl)) - before;
    rounds.push({ bare: bare.perSecond, ours: ours.perSecond, stored: stored / SECONDS });
  }

  await untilStored(server, 120_000);
  const recorded = await storedClicks(server.databaseUrl);
  // What each connection waited for when a round ended is recorded too.
  if (recorded < answered || recorded > answered + (ROUNDS + 1) * CONNECTIONS)
    throw new Error(`${answered} redirects answered, but ${recorded} clicks recorded`);

  const medianOf = (part: "bare" | "ours" | "stored") => median(rounds.map((round) => round[part]));
  const ratio = medianOf("ours") / medianOf("bare");
  const row = (name: string, { bare, ours, stored }: (typeof rounds)[number]) =>
    `| ${name} | ${count(bare)} | ${count(ours)} | ${(ours / bare).toFixed(2)} | ${count(stored)} |`;
  keepResults(
    "Redirects",
    `Ours, each with its click in the journal, against a bare \`node:http\` redirect; ${CONNECTIONS} connections, rounds of
${SECONDS} s, load from ${driver}. The drain stores clicks meanwhile, on the same cores.

| round | bare, redirects/s | ours, redirects/s | ratio | of these stored at once, clicks/s |
|---|---:|---:|---:|---:|
${rounds.map((round, index) => row(`${index + 1}`, round)).join("\n")}
${row("median", { bare: medianOf("bare"), ours: medianOf("ours"), stored: medianOf("stored") })}

${count(answered)} redirects of ours were answered and ${count(recorded)} clicks are recorded: none was lost. The few more
are those whose answer was on its way when a round ended.`,
  );
  if (ratio < WANTED) throw new Error(`the ratio is ${ratio.toFixed(2)}, and ${WANTED} is wanted`);
} finally {
  bare.kill();
  await server.stop();
}
