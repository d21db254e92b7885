import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTime } from "@/lib/platform/postgres/embedded-postgres";
import { api } from "../support/api";
import { startLoad } from "../support/load";
import { recordedClicks } from "../support/recorded";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

interface Line {
  reason: unknown;
  restarts: number;
  waitMs: number;
}

/** What a supervisor logs about the services that it restarts. */
const restartsIn = (output: string): Line[] =>
  output
    .split("\n")
    .filter((line) => line.includes("the service died"))
    .map((line) => JSON.parse(line));

describe.skipIf(process.platform !== "linux")("the service", () => {
  let dataDir: string;
  let server: TestServer;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    server = await startServer({ dataDir, supervised: true });
  });

  afterEach(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const serviceOf = ({ pid }: TestServer) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);
  const postgresPid = () => Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const addLink = (custom: string) =>
    api(server, server.adminKey).post("/api/url/add", { url: "https://example.com/", custom });

  test("restarts a killed service on the same database, and nothing is lost", async () => {
    expect((await addLink("killed")).status).toBe(200);
    const service = serviceOf(server);
    expect(readFileSync(`/proc/${service}/cmdline`, "utf8")).toContain("--max-old-space-size=");
    // Restarts of the database count too, and the number survives a restart of the service.
    const restarts = async () =>
      (await api(server, server.adminKey).get<{ restarts: number }>("/api/health")).body.restarts;
    const killed = postgresPid();
    process.kill(killed, "SIGKILL");
    await eventually(async () => expect(await restarts()).toBe(1));
    await eventually(async () => expect((await visit(`${server.url}/killed`)).status).toBe(302));
    await eventually(async () => expect((await api(server).get("/api/ready")).status).toBe(200));
    const database = postgresPid();
    const load = startLoad(server, { paths: ["/killed"], connections: 32 });
    await load.answered(5_000);
    process.kill(service, "SIGKILL");
    const { redirects, inFlight } = await load.report;

    await eventually(async () => expect((await visit(`${server.url}/killed`)).status).toBe(302), 60_000);
    expect(await restarts()).toBe(2);
    expect(postgresPid()).toBe(database);
    expect(restartsIn(server.logs())).toMatchObject([{ reason: "SIGKILL", restarts: 2 }]);

    const [link] = await recordedClicks(server);
    const answered = (redirects["/killed"] ?? 0) + 2;
    expect(link?.rows).toBeGreaterThanOrEqual(answered);
    expect(link?.rows).toBeLessThanOrEqual(answered + inFlight);
    expect(link?.counter).toBe(link?.rows);

    process.kill(server.pid, "SIGTERM");
    expect(await server.exited).toBe(0);
    expect(startTime(database)).toBeUndefined();
  });

  test("ends with its supervisor, and stops its database if it is stopped before it starts again", async () => {
    const orphan = serviceOf(server);
    await server.kill();
    await eventually(() => expect(startTime(orphan)).toBeUndefined());

    server = await startServer({ dataDir, supervised: true });
    const database = postgresPid();
    process.kill(serviceOf(server), "SIGKILL");
    await eventually(() => expect(restartsIn(server.logs())).toHaveLength(1));
    process.kill(server.pid, "SIGTERM");
    expect(await server.exited).toBe(0);
    expect(startTime(database)).toBeUndefined();
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  });
});

describe("a supervisor", () => {
  let folder: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "signpost-supervisor-"));
    for (const name of readdirSync(".build").filter((name) => /^(supervisor|chunk-.*)\.js$/.test(name)))
      copyFileSync(join(".build", name), join(folder, name));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  });

  afterEach(() => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  /** Starts the supervisor with a service that runs `source`. */
  function supervise(source: string) {
    writeFileSync(join(folder, "server.js"), source);
    const started = spawn(process.execPath, [join(folder, "supervisor.js")], { stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (text) => {
        output += text;
      });
    return { child: started, exited: once(started, "close"), output: () => output };
  }

  test("waits longer each time, and a stop ends the wait", async () => {
    const { child, exited, output } = supervise(`
      console.log(process.argv.slice(2).join());
      if (!process.argv.includes("--stop")) process.kill(process.pid, "SIGKILL");
    `);
    await eventually(() => expect(restartsIn(output())).toHaveLength(4));
    expect(restartsIn(output()).map(({ restarts, waitMs }) => [restarts, waitMs])).toEqual([
      [1, 500],
      [2, 1_000],
      [3, 2_000],
      [4, 4_000],
    ]);
    child.kill("SIGTERM");
    await exited;
    expect(child.exitCode).toBe(0);
    const starts = output().match(/^--.*$/gm);
    const again = [0, 1, 2, 3].map((restarts) => `--restarts=${restarts},--keeps-socket`);
    expect(starts).toEqual([...again, "--stop"]);
  });

  test("does not restart a service that reports that it cannot start", async () => {
    const { child, exited, output } = supervise(`
      console.error("It cannot start.");
      process.exitCode = 1;
      process.send("refused", () => process.disconnect());
    `);
    await exited;
    expect([child.exitCode, output()]).toEqual([1, "It cannot start.\n"]);
  });

  test("restarts a service that has run before", async () => {
    const { output } = supervise(`
      const [restarts] = process.argv[2].match(/\\d+/);
      if (restarts === "0") process.send("ready", () => process.kill(process.pid, "SIGKILL"));
      else process.send("refused", () => process.exit(1));
    `);
    await eventually(() => expect(restartsIn(output())).toHaveLength(3));
    expect(restartsIn(output()).map(({ reason }) => reason)).toEqual(["SIGKILL", 1, 1]);
  });

  /** A service that takes part in takeovers and prints the messages it receives; the next one runs `next`. */
  const talking = (next: string) => `
    const isNext = process.argv.includes("--succeed");
    const hears = (doing) => process.on("message", (message) => {
      console.log(isNext ? "next" : "first", message);
      doing[message]?.();
    });
    if (!isNext) {
      hears({ superseded: () => process.exit(0) });
      process.send({ listens: "1.0.0" });
      process.send("ready", () => console.log("first is ready"));
    } else {
      ${next}
    }`;
  const messagesIn = (output: string) => output.match(/^(?:next|first|--).*$/gm);

  test("keeps the running service until the next one answers, and then informs it that it is alone", async () => {
    const { child, output } = supervise(
      talking(`
      console.log(process.argv.at(-1));
      hears({ answer: () => process.send("answers"), alone: () => process.send("ready") });
      process.send("prepared");`),
    );
    await eventually(() => expect(output()).toContain("first is ready"));
    child.kill("SIGUSR2");
    await eventually(() => expect(output()).toContain("next alone"));
    expect(messagesIn(output())).toEqual([
      "first is ready",
      "--beside=1.0.0",
      "next answer",
      "first superseded",
      "next alone",
    ]);
  });

  test("stops the running service first if the next one asks for that", async () => {
    const { child, output } = supervise(
      talking(`
      hears({});
      process.send("loaded");`),
    );
    await eventually(() => expect(output()).toContain("first is ready"));
    child.kill("SIGUSR2");
    await eventually(() => expect(output()).toContain("next begin"));
    expect(messagesIn(output())).toEqual(["first is ready", "next begin"]);
  });

  test.each([
    ["at once", "process.exit(3)", ["first is ready", "first take-over failed"]],
    [
      "when it is to answer",
      'hears({ answer: () => process.exit(3) }); process.send("prepared");',
      ["first is ready", "next answer", "first take-over failed"],
    ],
  ])("keeps the running service if the next one ends %s", async (_when, next, expected) => {
    const { child, output } = supervise(talking(next));
    await eventually(() => expect(output()).toContain("first is ready"));
    child.kill("SIGUSR2");
    // Two processes write, in any order.
    await eventually(() => expect(output()).toContain("first take-over failed"));
    await eventually(() => expect(output()).toContain('"reason":3'));
    expect(messagesIn(output())).toEqual(expected);
  });

  test("restarts the earlier service if the next one dies before it does all of its work", async () => {
    const { child, output } = supervise(
      talking(`
      hears({ answer: () => process.send("answers"), alone: () => process.kill(process.pid, "SIGKILL") });
      process.send("prepared");`),
    );
    await eventually(() => expect(output()).toContain("first is ready"));
    child.kill("SIGUSR2");
    await eventually(() => expect(output().split("first is ready")).toHaveLength(3));
    expect(restartsIn(output())).toMatchObject([{ reason: "SIGKILL", restarts: 1 }]);
  });

  test("exits with the service's code, and forwards every signal", async () => {
    const { child, exited, output } = supervise(`
      process.on("SIGINT", () => process.exit(130));
      setInterval(() => {}, 1000);
      console.log("waiting");
    `);
    await eventually(() => expect(output()).toBe("waiting\n"));
    child.kill("SIGINT");
    await exited;
    expect([child.exitCode, output()]).toEqual([130, "waiting\n"]);
  });
});

test("a wrong configuration ends `npm start` at once, with one line", async () => {
  await expect(startServer({ env: { LOG_LEVEL: "loud" }, supervised: true })).rejects.toThrow(
    /^the server did not start:\nLOG_LEVEL must be .*\n$/,
  );
});
