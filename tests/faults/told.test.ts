import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { api } from "../support/api";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const KILLS = 3;
const VISITORS = 40;

/** How many of all at once were answered 200, until the process died. */
const answered = async (all: Promise<{ status: number }>[]): Promise<number> =>
  (await Promise.allSettled(all)).filter((one) => one.status === "fulfilled" && one.value.status === 200).length;

test("a killed process loses nothing of what pages were thanked for, and doubles none", async () => {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  const { post } = api(server, server.adminKey);
  const made = async (path: string, body: object) => (await post<{ id: number }>(path, body)).body.id;
  const overlay = await made("/api/overlay/add", { type: "message", name: "Hello", content: { text: "Hello" } });
  await made("/api/url/add", { url: "https://example.com/", custom: "over", type: `overlay-${overlay}` });
  await made("/api/url/add", { url: "https://example.com/", custom: "bought" });

  let shown = 0;
  let converted = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const visitors = Array.from({ length: VISITORS }, (_, n) => ({
      "user-agent": agents.mac.replace("17.5", `17.${kill * VISITORS + n}`),
    }));
    const tell = (headers: Record<string, string>) =>
      visit(`${server.url}/over`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded", origin: server.url },
        body: "overlay=shown",
      });
    const convert = (headers: Record<string, string>) => visit(`${server.url}/bought+done`, { headers });
    const [first, second] = await Promise.all([answered(visitors.map(tell)), answered(visitors.map(convert))]);
    shown += first;
    converted += second;
    // At once: the drain has hardly begun.
    await server.kill();
    server = await startServer({ dataDir });
  }
  expect([shown, converted]).toEqual([KILLS * VISITORS, KILLS * VISITORS]);
  await eventually(async () => expect(await stored(server)).toEqual({ shown, converted }), 30_000);
  await server.stop();
  server = await startServer({ dataDir });
  expect(await stored(server)).toEqual({ shown, converted });
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function stored(server: TestServer): Promise<{ shown: number; converted: number } | undefined> {
  const [row] = await sql<{ shown: number; converted: number }>(
    server,
    `SELECT (SELECT sum(impressions)::int FROM overlay_counts) AS shown,
       (SELECT count(*)::int FROM link_conversions) AS converted`,
  );
  return row;
}
