import { readdirSync, readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { readSqlFiles } from "@/lib/platform/database/migrate";
import { version } from "@/package.json";
import { api } from "../support/api";
import { newUser } from "../support/users";

const server = inject("server");

const commitOf = () => (JSON.parse(readFileSync(".build/release.json", "utf8")) as { commit: string | null }).commit;

const disk = { free: expect.any(Number), reserve: expect.any(Number), full: false };

interface Memory {
  rss: number;
  heapUsed: number;
  heapLimit: number;
}

it("says that it is alive, and that it records clicks", async () => {
  const { status, body } = await api(server, server.adminKey).get<{ memory: Memory }>("/api/health");
  expect([status, body]).toEqual([
    200,
    {
      error: 0,
      status: "live",
      version,
      commit: commitOf(),
      schema: {
        migration: readdirSync("prisma/migrations")
          .toSorted()
          .findLast((name) => name.startsWith("2")),
        sql: readSqlFiles().hash.slice(0, 12),
      },
      journal: { bytes: expect.any(Number), refused: 0, quarantined: 0 },
      disk,
      memory: { rss: expect.any(Number), heapUsed: expect.any(Number), heapLimit: expect.any(Number) },
      restarts: 0,
      stopping: false,
      warnings: expect.any(Array),
      figures: expect.objectContaining({ signpost_database_up: 1, signpost_quarantined_clicks: 0 }),
    },
  ]);
  const { rss, heapUsed, heapLimit } = body.memory;
  expect(heapUsed).toBeGreaterThan(10 * 2 ** 20);
  expect(Math.min(rss, heapLimit)).toBeGreaterThan(heapUsed / 2);
});

it("shows everybody only its status and version", async () => {
  const { key } = await newUser(server);
  for (const shown of [undefined, key, "sp_wrong"])
    expect((await api(server, shown).get("/api/health")).body).toEqual({ error: 0, status: "live", version });
});

it("names an untrusted proxy, and the setting", async () => {
  // A loopback address may also be written as IPv6.
  const headers = { "x-forwarded-for": "79.200.1.1", authorization: `Bearer ${server.adminKey}` };
  const look = async () => {
    const answer = await fetch(`${server.url}/api/health`, { headers });
    return ((await answer.json()) as { warnings: { code: string; message: string }[] }).warnings;
  };
  await expect.poll(look, { timeout: 10_000 }).toContainEqual({
    code: "proxy_not_trusted",
    message: expect.stringMatching(/^(127\.0\.0\.1|::1) sends X-Forwarded-For but is not in TRUSTED_PROXIES/),
  });
});

it("says that it is ready, and how much waits in the journal", async () => {
  const { status, body } = await api(server).get("/api/ready");
  expect(status).toBe(200);
  expect(body).toEqual({
    error: 0,
    status: "ready",
    degraded: [],
    journal: { bytes: expect.any(Number), oldest: expect.any(Number) },
    disk,
  });
});

it("says that it is ready for visits", async () => {
  expect(await api(server).get("/api/ready/visits")).toMatchObject({
    status: 200,
    body: { error: 0, status: "ready" },
  });
});
