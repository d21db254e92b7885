// How long nothing answers while a version takes over from another, and during a restart, in as many rounds as the first word
// says, or five.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { version } from "@/package.json";
import { makeNextVersion, makePackage, pointTo, startPackage, visitInALoop } from "../support/package";
import { freePort } from "../support/ports";
import { temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

const ROUNDS = Number(process.argv[2] ?? 5);

const root = await temporaryFolder();
const at = (name: string) => join(root, name);
const ADMIN_API_KEY = "sp_key_of_the_administrator_of_the_tests";
const port = `${await freePort()}`;
const env = { PORT: port, DATA_DIR: at("data"), ADMIN_API_KEY, LOG_LEVEL: "warn" };
const url = `http://localhost:${port}`;
const headers = { Authorization: `Bearer ${ADMIN_API_KEY}`, "Content-Type": "application/json" };

const untilReady = (version: string) =>
  eventually(async () => {
    const body = (await (await fetch(`${url}/api/health`)).json()) as { version: string };
    if (body.version !== version) throw new Error(`it is ${body.version}`);
  }, 120_000);

await makePackage(at("this"));
makeNextVersion(at("this"), at("100.0.0"), "100.0.0");
pointTo(at("current"), "this");
let service = startPackage(at("current"), env);
try {
  await untilReady(version);
  const link = JSON.stringify({ url: "https://example.com/", custom: "hello" });
  await fetch(`${url}/api/url/add`, { method: "POST", headers, body: link });
  const visits = visitInALoop(`${url}/hello`);
  const gaps: Record<string, number[]> = { "taken over": [], restarted: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [folder, its] of [
      ["100.0.0", "100.0.0"],
      ["this", version],
    ] as const) {
      pointTo(at("current"), folder);
      await visits.longestGap();
      const takeOvers = service.takeOvers();
      service.succeed();
      while (service.takeOvers() === takeOvers) await sleep(50);
      await untilReady(its);
      gaps["taken over"]?.push(Math.round(await visits.longestGap()));
    }
    await service.stop();
    service = startPackage(at("current"), env);
    await untilReady(version);
    gaps.restarted?.push(Math.round(await visits.longestGap()));
  }
  await visits.stop();
  for (const [how, times] of Object.entries(gaps))
    console.log(`${how}: ${Math.max(...times)} ms without an answer at most, of ${times.join(", ")}`);
} finally {
  await service.stop();
  await rm(root, { recursive: true, force: true });
}
