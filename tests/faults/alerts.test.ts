import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { api } from "../support/api";
import { freePort } from "../support/ports";
import { startPostgres, type TestPostgres } from "../support/postgres";
import { hasPrometheus, type Prometheus, RULES, startPrometheus } from "../support/prometheus";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { series } from "../support/scrape";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";

// The alerts that take minutes are in tests/faults-long/alerts.test.ts.

let postgres: TestPostgres;
let clickhouse: Server;
let redis: TestRedis | undefined;
let server: TestServer;
let prometheus: Prometheus | undefined;
let target: string;

beforeAll(async () => {
  postgres = await startPostgres();
  // A ClickHouse that answers pings and accepts every statement, which is enough for this test.
  clickhouse = createServer(({ url }, response) => response.end(url?.startsWith("/ping") ? "Ok.\n" : ""));
  clickhouse.listen(0, "127.0.0.1");
  await once(clickhouse, "listening");
  if (redisServer) redis = await startRedis();
  target = `127.0.0.1:${await freePort()}`;
  server = await startServer({
    env: {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `http://127.0.0.1:${(clickhouse.address() as AddressInfo).port}`,
      ...(redis && { REDIS_URL: redis.url }),
      METRICS_PORT: target.split(":")[1] ?? "",
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      WEB_CONCURRENCY: "2",
      LOG_LEVEL: "silent",
    },
  });
  if (hasPrometheus) prometheus = await startPrometheus(target);
});

afterAll(async () => {
  await prometheus?.stop();
  postgres?.thaw();
  await server?.stop();
  clickhouse?.close();
  await redis?.kill();
  await postgres?.remove();
});

const names = (text: string) => [...new Set([...text.matchAll(/signpost_\w+/g)].map(([name]) => name))];

test("a scrape contains every metric of the rules and the dashboard, and every runbook exists", async () => {
  const scraped = series(await (await fetch(`http://${target}/metrics`)).text()).names();
  const rules = readFileSync(RULES, "utf8");
  for (const text of [rules, readFileSync("deploy/grafana-dashboard.json", "utf8")]) {
    expect(names(text).length).toBeGreaterThan(15);
    expect(
      names(text)
        .filter((name) => !scraped.has(name) && !scraped.has(name.replace(/_bucket$/, "")))
        .filter((name) => redis || name !== "signpost_redis_up"),
    ).toEqual([]);
  }
  for (const [, file = "", heading] of rules.matchAll(/runbook: (\S+?)#(\S+)/g)) {
    expect(existsSync(file)).toBe(true);
    const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
      text.toLowerCase().replaceAll(" ", "-"),
    );
    expect(headings).toContain(heading);
  }
  const alerts = rules.match(/- alert: /g)?.length;
  expect(rules.match(/summary: /g)?.length).toBe(alerts);
  expect(rules.match(/runbook: /g)?.length).toBe(alerts);
});

test.skipIf(!hasPrometheus)("Prometheus accepts the rules", () => {
  expect(execFileSync("promtool", ["check", "rules", RULES], { encoding: "utf8" })).toContain("SUCCESS");
});

test.skipIf(!hasPrometheus)("alerts name the failed one of several instances", () => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-rules-"));
  const instances = { "a:3000": "1x10", "b:3000": "0x10" };
  const labels = (instance: string) => `job="signpost", instance="${instance}"`;
  const summary = "Instance b:3000 cannot be scraped. It is down, or Prometheus cannot reach its /metrics.";
  const runbook = "docs/running.md#when-signpost-is-down";
  const alert = (alertname: string, exp_alerts: object[]) => ({ eval_time: "5m", alertname, exp_alerts });
  writeFileSync(
    join(folder, "test.yaml"),
    JSON.stringify({
      rule_files: [resolve(RULES)],
      tests: [
        {
          interval: "1m",
          input_series: [
            ...Object.entries(instances).map(([name, values]) => ({ series: `up{${labels(name)}}`, values })),
            { series: `signpost_build_info{${labels("a:3000")}}`, values: "1x10" },
          ],
          alert_rule_test: [
            alert("SignpostInstanceGone", [
              {
                exp_labels: { severity: "critical", job: "signpost", instance: "b:3000" },
                exp_annotations: { summary, runbook },
              },
            ]),
            alert("SignpostGone", []),
          ],
        },
      ],
    }),
  );
  try {
    expect(execFileSync("promtool", ["test", "rules", join(folder, "test.yaml")], { encoding: "utf8" })).toContain(
      "SUCCESS",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const alerts = () => {
  if (!prometheus) throw new Error("there is no Prometheus");
  return prometheus.firing();
};

beforeEach(({ skip, task }) => {
  if (!prometheus && task.name.startsWith("alert")) skip("Prometheus is not installed here");
});

test("alerts are silent while everything works", async () => {
  await expect.poll(alerts).toEqual([]);
});

test("alerts fire for clicks that the database rejected, and for differences of a verification", async () => {
  await sql(
    server,
    "INSERT INTO quarantined_clicks (journal, position, line, reason) VALUES ('of-a-test', 0, 'no click', 'a test')",
  );
  await sql(
    server,
    "INSERT INTO click_verifications (id, at, seconds, clicks, differences) VALUES (1, now(), 1, 10, 3)",
  );
  await expect.poll(alerts).toEqual(["SignpostQuarantine", "SignpostVerificationDiffers"]);
  await sql(server, "DELETE FROM quarantined_clicks");
  await sql(server, "UPDATE click_verifications SET differences = 0");
  await expect.poll(alerts).toEqual([]);
});

test("alerts fire for mails that are not sent, a worker that dies and a ClickHouse that is down", async () => {
  const invitation = { email: "somebody@example.com", role: "editor" };
  expect((await api(server, server.adminKey).post("/api/member/invite", invitation)).status).toBe(200);
  await sql(server, "UPDATE mails SET created_at = now() - interval '11 minutes'");
  await expect.poll(alerts).toContain("SignpostMailFails");
  const [worker] = execFileSync("pgrep", ["-P", `${server.pid}`, "-f", "worker.js"], { encoding: "utf8" }).split("\n");
  process.kill(Number(worker), "SIGKILL");
  await expect.poll(alerts).toContain("SignpostRestarts");
  clickhouse.close();
  clickhouse.closeAllConnections();
  await expect.poll(alerts).toContain("SignpostClickHouseUnreachable");
});

test.skipIf(!redisServer)("an alert fires while Redis is down, and ends when it is back", async () => {
  const degraded = async () => {
    const { body } = await api(server).get<{ degraded: { code: string }[] }>("/api/ready");
    return body.degraded.map(({ code }) => code);
  };
  const up = async () => series(await (await fetch(`http://${target}/metrics`)).text()).sum("signpost_redis_up");
  await expect.poll(degraded).not.toContain("redis_unreachable");
  await redis?.kill();
  await expect.poll(degraded).toContain("redis_unreachable");
  await expect.poll(up).toBe(0);
  if (prometheus) await expect.poll(alerts).toContain("SignpostRedisUnreachable");
  await redis?.start();
  await expect.poll(degraded).not.toContain("redis_unreachable");
  await expect.poll(up).toBe(1);
});

test("an alert fires for a database that accepts queries but does not answer", async () => {
  await postgres.freeze();
  await expect.poll(alerts).toEqual(expect.arrayContaining(["SignpostDatabaseUnreachable", "SignpostNotReady"]));
  // ClickHouse has been down since the test before.
  const codes = ["database_unreachable", "clickhouse_unreachable"];
  expect(await api(server).get("/api/ready")).toMatchObject({
    status: 503,
    body: { code: codes[0], reasons: expect.arrayContaining(codes.map((code) => expect.objectContaining({ code }))) },
  });
  postgres.thaw();
  await expect.poll(alerts).not.toContain("SignpostNotReady");
});
