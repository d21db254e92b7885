import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTime } from "@/lib/platform/postgres/embedded-postgres";
import { api } from "../support/api";
import { linkOwner } from "../support/links";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { startSteadyLoad } from "../support/steady-load";
import { allTests } from "../support/tier";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const ENDED = "the previous service has ended; the new one has taken over";

describe.skipIf(process.platform !== "linux")("a take-over", () => {
  let dataDir: string;
  let server: TestServer;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });

  afterEach(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string> = {}) => {
    server = await startServer({ dataDir, env, supervised: true });
    expect(
      (await api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom: "hello" }))
        .status,
    ).toBe(200);
  };
  const postgresPid = () => Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const said = (sentence: string) => server.logs().split(sentence).length - 1;
  const untilSaid = (sentence: string, times = 1) => eventually(() => expect(said(sentence)).toBe(times), 120_000);
  /** Each service logs this once it does all of its work. */
  const untilReady = (times: number) => untilSaid("Signpost is ready", times);
  const signal = (name: NodeJS.Signals) => process.kill(server.pid, name);

  test.each(allTests ? ["1", "2"] : ["2"])(
    "fails no visit and loses no click, twice in a row, if %s answer",
    async (WEB_CONCURRENCY) => {
      await start({ WEB_CONCURRENCY });
      const owner = await linkOwner(server);
      const { id } = await owner.create();
      const stream = await fetch(`${server.url}/dashboard/live?of=link:${id}`, {
        headers: { cookie: await sessionCookie(server, owner.user.id) },
      });
      const database = postgresPid();
      const load = startSteadyLoad(`${server.url}/hello`, 50);
      for (const round of [1, 2]) {
        signal("SIGUSR2");
        await untilSaid(ENDED, round);
        await untilReady(round + 1);
      }
      const { answered, failed, longestGap } = await load.stop();
      // The stream has ended, so that its reader asks the next service.
      expect(await stream.text()).toContain(": hello");
      const [link] = (await recordedClicks(server)).filter(({ alias }) => alias === "hello");
      console.log(
        `${WEB_CONCURRENCY} answering: ${answered} answered, ${link?.rows} stored, longest gap ${Math.round(longestGap)} ms`,
      );
      expect(failed).toEqual({});
      expect({ rows: link?.rows, counter: link?.counter }).toEqual({ rows: answered, counter: answered });
      expect(postgresPid()).toBe(database);
      expect(said("the new service answers")).toBe(2);

      signal("SIGTERM");
      expect(await server.exited).toBe(0);
      expect(startTime(database)).toBeUndefined();
    },
  );

  test("by a service that cannot start changes nothing, and the next one takes over", async () => {
    const BLOCKLIST = join(dataDir, "blocklist");
    writeFileSync(BLOCKLIST, "evil.example\n");
    await start({ BLOCKLIST });
    const load = startSteadyLoad(`${server.url}/hello`, 50);
    rmSync(BLOCKLIST);
    signal("SIGUSR2");
    await untilSaid("the new service did not start; the running one continues");
    expect(server.logs()).toContain(`BLOCKLIST ${BLOCKLIST} cannot be read`);
    const { warnings } = (await api(server, server.adminKey).get<{ warnings: object[] }>("/api/health")).body;
    expect(warnings).toMatchObject([{ code: "take_over_failed" }]);

    writeFileSync(BLOCKLIST, "evil.example\n");
    signal("SIGUSR2");
    await untilSaid("the new service is starting", 2);
    signal("SIGUSR2");
    await untilSaid("a take-over is already running; the signal is ignored");
    await untilReady(2);
    const { answered, failed, longestGap } = await load.stop();
    console.log(`with one that cannot start: ${answered} answered, longest gap ${Math.round(longestGap)} ms`);
    expect(failed).toEqual({});
    expect(await recordedClicks(server)).toMatchObject([{ rows: answered, counter: answered }]);
    const health = await api(server, server.adminKey).get<{ warnings: object[] }>("/api/health");
    expect(health.body.warnings).toEqual([]);
  });

  test.each(allTests ? ["the new service is starting", "the new service answers"] : ["the new service answers"])(
    "that is stopped when the log says '%s' stops both services and the database, and loses nothing",
    async (sentence) => {
      await start();
      const database = postgresPid();
      expect((await visit(`${server.url}/hello`)).status).toBe(302);
      signal("SIGUSR2");
      await untilSaid(sentence);
      signal("SIGTERM");
      expect(await server.exited).toBe(0);
      expect(startTime(database)).toBeUndefined();
      expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);

      server = await startServer({ dataDir, supervised: true });
      expect(await recordedClicks(server)).toMatchObject([{ rows: 1, counter: 1 }]);
    },
  );
});
