import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { api } from "../support/api";
import { startPostgres } from "../support/postgres";
import { startServer, temporaryFolder } from "../support/server";
import { startSlowProxy } from "../support/slow-proxy";
import { sql } from "../support/sql";
import { clickLine } from "../support/stored-clicks";
import { eventually } from "../support/wait";

const CLICKS = 30_000;
/** Fewer clicks in a minute than make a burst, which would be counted as robots while the test still waits. */
const APART_MS = 500;
/** With it, the rows of a batch of all clicks take longer than a connection may be silent. */
const BYTES_PER_SECOND = 250_000;

test("clicks are stored, each once, behind a proxy so slow that a full batch takes longer than a dead connection may", async () => {
  const [postgres, dataDir] = await Promise.all([startPostgres(), temporaryFolder()]);
  const proxy = await startSlowProxy(postgres.url);
  const server = await startServer({ dataDir, env: { DATABASE_URL: proxy.url, LOG_LEVEL: "info" } });
  try {
    const { body } = await api(server, server.adminKey).post<{ id: number }>("/api/url/add", {
      url: "https://example.com/",
    });
    const now = Date.now();
    const written = join(dataDir, "journal", "0-earlier");
    const unfinished = join(dataDir, "unfinished");
    const lines = Array.from({ length: CLICKS }, (_, index) =>
      clickLine(
        { linkId: body.id },
        {
          at: now - index * APART_MS,
          address: `8.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
          referrer: `https://site-${index % 500}.example/`,
        },
      ),
    );
    proxy.slowDown(BYTES_PER_SECOND);
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, "1.closed"), lines.join(""));
    // At once, because the drain takes what is there for the whole journal of a process that has ended.
    renameSync(unfinished, written);
    const begun = performance.now();
    await eventually(() => expect(existsSync(written)).toBe(false), 300_000);
    const failed = server.logs().match(/no longer responds/g)?.length ?? 0;
    console.log(`slow connection: ${Math.round((performance.now() - begun) / 1_000)} s, given up ${failed} times`);
    const direct = { databaseUrl: postgres.url };
    const [stored] = await sql(
      direct,
      "select count(*)::int as rows, count(distinct at)::int as different from clicks",
    );
    expect(stored).toEqual({ rows: CLICKS, different: CLICKS });
    const [counted] = await sql(direct, "select sum(clicks)::int as clicks from link_counts");
    expect(counted).toEqual({ clicks: CLICKS });
  } finally {
    await server.stop();
    proxy.close();
    await postgres.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});
