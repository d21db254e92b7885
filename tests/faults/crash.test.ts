import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { api } from "../support/api";
import { addReports, type LoadReport, startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, temporaryFolder } from "../support/server";
import { allTests } from "../support/tier";

const KILLS = allTests ? 5 : 3;
const ANSWERED_BEFORE_EACH = allTests ? 20_000 : 4_000;

test("a killed process loses and doubles no click", async () => {
  const dataDir = await temporaryFolder();
  let server = await startServer({ dataDir });
  const aliases = ["hot", "warm", "cool", "cold"];
  for (const custom of aliases) {
    const { post } = api(server, server.adminKey);
    expect((await post("/api/url/add", { url: "https://example.com/", custom })).status).toBe(200);
  }
  const paths = ["/hot", "/warm", "/hot", "/cool", "/hot", "/hot", "/warm", "/cold"];

  const reports: LoadReport[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const load = startLoad(server, { paths, connections: 64 });
    await load.answered(ANSWERED_BEFORE_EACH);
    await server.kill();
    reports.push(await load.report);
    server = await startServer({ dataDir });
  }

  const { redirects, statuses, inFlight } = addReports(reports);
  const recorded = await recordedClicks(server);
  await server.stop();
  await rm(dataDir, { recursive: true });

  const answered = Object.values(redirects).reduce((sum, count) => sum + count, 0);
  const counted = recorded.reduce((sum, link) => sum + link.rows, 0);
  console.log(
    `${answered} redirects answered, ${counted} clicks recorded, ${inFlight} visits in flight at ${KILLS} kills`,
  );
  expect(Object.keys(statuses)).toEqual(["302"]);
  expect(answered).toBeGreaterThanOrEqual(KILLS * ANSWERED_BEFORE_EACH);
  expect(counted).toBeGreaterThanOrEqual(answered);
  expect(counted).toBeLessThanOrEqual(answered + inFlight);
  for (const { alias, rows, ...counts } of recorded) {
    expect(rows).toBeGreaterThanOrEqual(redirects[`/${alias}`] ?? 0);
    // There is one unique visitor, because all visits have the same address and browser.
    expect({ alias, ...counts }).toEqual({ alias, counter: rows, total: rows, days: rows, unique: 1 });
  }
});
