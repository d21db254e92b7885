import { execFile, spawn, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { linkOwner } from "../support/links";
import { freePort } from "../support/ports";
import { redisServer } from "../support/redis";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { hostVisit } from "../support/visit";
import { eventually } from "../support/wait";

// What is deployed asks by the address of a container or pod, and not by the public name in APP_URL. The checks are read
// from the files that operators use. Only the port differs.

const run = promisify(execFile);
const read = (path: string) => readFileSync(path, "utf8");
const documents = ["README.md", ...globSync("docs/*.md")];
const deployed = globSync("deploy/**/*", { withFileTypes: true }).filter((file) => file.isFile());
const files = [...documents, ...deployed.map(({ parentPath, name }) => join(parentPath, name))];

const isInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;

const PUBLIC = "go.example.com";
const BRANDED = "go.brand.example";

const scrapes = parse(/^```yaml\n(scrape_configs:.*?)^```$/ms.exec(read("docs/running.md"))?.[1] ?? "").scrape_configs;
/** The example's token, as METRICS_TOKEN may be written. */
const METRICS_TOKEN: string = scrapes[0].authorization.credentials.replaceAll(" ", "-").padEnd(20, "!");

let server: TestServer;
let port: string;

beforeAll(async () => {
  server = await startServer({ env: { APP_URL: `https://${PUBLIC}`, METRICS_TOKEN } });
  ({ port } = new URL(server.url));
  const { user } = await linkOwner(server);
  await sql(server, "INSERT INTO domains (user_id, host) VALUES ($1, $2)", [user.id, BRANDED]);
});
afterAll(() => server?.stop());

/** The addresses that checks of a pod or container use: its own, and inside of it that of the loopback device. */
const addresses = [
  "127.0.0.1",
  "localhost",
  ...Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => address),
];

/** The documented port as this machine's. */
const onPort = (line: string, other: string | number = port) => line.replaceAll(/:3000\b/g, `:${other}`);

describe("container engines", () => {
  const { app, postgres, redis } = parse(read("deploy/compose.yaml"), { merge: true }).services;
  const [, image = "[]"] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(read("deploy/Dockerfile")) ?? [];

  it.each([
    ["compose.yaml", app.healthcheck.test.slice(1) as string[]],
    ["the Dockerfile", JSON.parse(image) as string[]],
  ])("find the service healthy by the check in %s", async (_, [program = "", ...words]) => {
    await run(
      program,
      words.map((word) => onPort(word)),
    );
    const free = await freePort();
    await expect(
      run(
        program,
        words.map((word) => onPort(word, free)),
      ),
    ).rejects.toMatchObject({ code: 1 });
  });

  it.skipIf(!isInstalled("pg_isready"))("find Postgres healthy by the check in compose.yaml", async () => {
    const [, program, ...words] = postgres.healthcheck.test;
    const check = (PGPORT: string) => run(program, words, { env: { ...process.env, PGPORT } });
    await check(new URL(server.databaseUrl).port);
    await expect(check(String(await freePort()))).rejects.toMatchObject({ code: 2 });
  });

  it.skipIf(!redisServer || !isInstalled("redis-cli"))("find Redis healthy as compose.yaml starts it", async () => {
    const free = await freePort();
    const [, ...settings] = redis.command;
    const child = spawn(redisServer as string, [...settings, "--port", `${free}`], { stdio: "ignore" });
    try {
      const [, program, ...words] = redis.healthcheck.test;
      await eventually(async () => {
        expect((await run(program, ["-p", `${free}`, ...words])).stdout).toBe("PONG\n");
      });
    } finally {
      child.kill("SIGKILL");
    }
  });
});

describe("Kubernetes", () => {
  interface Container {
    ports: { name: string; containerPort: number }[];
    [probe: `${string}Probe`]: { httpGet: { path: string; port: string } };
  }
  const containers = globSync("deploy/kubernetes/*.yaml").flatMap((file) =>
    parseAllDocuments(read(file)).flatMap((one): Container[] => one.toJS().spec?.template?.spec.containers ?? []),
  );
  const probes = containers.flatMap((container) =>
    Object.entries(container).flatMap(([name, value]) =>
      name.endsWith("Probe") ? [{ name, container, get: (value as Container[`${string}Probe`]).httpGet }] : [],
    ),
  );

  it("has three probes", () => {
    expect(probes.map(({ name }) => name)).toEqual(["startupProbe", "livenessProbe", "readinessProbe"]);
  });

  it.each(probes)("gets 200 for its $name, at each of the pod's addresses", async ({ container, get }) => {
    expect(container.ports.find(({ name }) => name === get.port)?.containerPort).toBe(3000);
    for (const address of addresses) {
      const { status } = await fetch(`http://${address}:${port}${get.path}`);
      expect([address, get.path, status]).toEqual([address, get.path, 200]);
    }
  });
});

describe("what the documents prescribe", () => {
  const checks = [
    ...new Set(files.flatMap((file) => read(file).match(/\/api\/(?:health|ready)(?:\/\w+)*/g) ?? [])),
  ].sort();

  it("is three checks", () => {
    expect(checks).toEqual(["/api/health", "/api/ready", "/api/ready/visits"]);
  });

  it.each(checks)("%s answers 200 at each address, as GET and HEAD, and without a host", async (path) => {
    for (const method of ["GET", "HEAD"])
      for (const address of addresses) {
        const { status } = await fetch(`http://${address}:${port}${path}`, { method });
        expect([method, address, status]).toEqual([method, address, 200]);
      }
    // HAProxy and other balancers send HTTP/1.0, which needs no Host header.
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("Prometheus reads the metrics at the target of the example", async () => {
    const [{ static_configs }] = scrapes;
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    for (const host of [static_configs[0].targets[0], ...addresses.map((address) => `${address}:${port}`)]) {
      const { status } = await hostVisit(server.url, host, "/metrics", headers);
      expect([host, status]).toEqual([host, 200]);
    }
  });

  it("Caddy gets its answer about certificates at the address in each of its configurations", async () => {
    const configured = files.flatMap((file) => read(file).match(/(?<=\bask )http:\S+/g) ?? []);
    expect(configured.length).toBeGreaterThan(1);
    for (const address of configured) {
      const url = onPort(address.replace(/\{\$UPSTREAM:(.*?)\}/, "$1"));
      const statuses = [PUBLIC, BRANDED, "other.example"].map(
        async (domain) => (await fetch(`${url}?domain=${domain}`)).status,
      );
      expect([url, ...(await Promise.all(statuses))]).toEqual([url, 200, 200, 404]);
    }
  });

  it("certbot is called for an allowed domain only", async () => {
    const [, commands = ""] = /^```sh\n(domain=.*?)^```$/ms.exec(read("docs/reverse-proxy.md")) ?? [];
    const folder = await temporaryFolder();
    await writeFile(join(folder, "certbot"), '#!/bin/sh\necho "$@"\n');
    await chmod(join(folder, "certbot"), 0o755);
    const call = (script: string) =>
      run("sh", ["-c", onPort(script)], { env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } });
    expect((await call(commands)).stdout).toContain(`--domain ${BRANDED}`);
    await expect(call(commands.replace(BRANDED, "other.example"))).rejects.toMatchObject({ code: 22, stdout: "" });
  });

  it("every other request by curl is part of a test", () => {
    const requests = files.flatMap((file) => read(file).match(/\bcurl -.*$/gm) ?? []);
    const where = requests.map((line) => /https?:\/\/[^"\s]+|"\$\w+"/.exec(line)?.[0]);
    expect([...new Set(where)].sort()).toEqual([
      '"$SHORT"',
      "http://127.0.0.1:3000/api/tls/allowed?domain=$domain",
      "http://localhost:3000/api/url/$ID",
      "http://localhost:3000/api/url/add",
      `https://${PUBLIC}/api/health`,
    ]);
  });
});
