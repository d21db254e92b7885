import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runningPostgres } from "@/lib/platform/postgres/running-postgres";
import { bareEnv, serverFile } from "./place";

export const WORKERS = 2;
const WORDS = 4_096;
const STARTS = 10;
const START_AGAIN_MS = 500;

/** The service, started from the same build as the drill, with a separate folder and port. */
export class Instance {
  private service: ChildProcess | undefined;
  private words = "";
  private readonly key = `sp_${randomBytes(24).toString("hex")}`;
  private readonly metricsToken = randomBytes(24).toString("hex");

  constructor(
    readonly dataDir: string,
    readonly port: number,
    private readonly signal: AbortSignal,
  ) {
    // Kills it at once, because the drill's files are removed when the service is gone.
    signal.addEventListener("abort", () => this.service?.kill("SIGKILL"));
  }

  /** Starts it repeatedly, as the supervisor does: the workers of a killed service may still be ending. */
  async startAgain(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.start();
      } catch (error) {
        if (attempt === STARTS) throw error;
        await sleep(START_AGAIN_MS, undefined, { signal: this.signal });
      }
    }
  }

  async start(): Promise<void> {
    this.signal.throwIfAborted();
    const settings = {
      DATA_DIR: this.dataDir,
      HOST: "127.0.0.1",
      PORT: `${this.port}`,
      WEB_CONCURRENCY: `${WORKERS}`,
      ADMIN_API_KEY: this.key,
      METRICS_TOKEN: this.metricsToken,
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "1000000",
    };
    // The service ends when its channel closes. It is detached, so that Ctrl-C in a terminal reaches only the drill.
    const service = spawn(process.execPath, [serverFile], {
      env: { ...bareEnv(), ...settings },
      detached: true,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.service = service;
    service.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.words = (this.words + text).slice(-WORDS);
    });
    const ready = once(service, "message").then(([message]) => message === "ready");
    const ended = once(service, "exit").then(() => false);
    if (await Promise.race([ready, ended])) return;
    this.signal.throwIfAborted();
    throw new Error(`The service did not start: ${this.words.trim().split("\n").at(-1)}`);
  }

  /** Stops it in order, so that it stores the clicks that it can store. */
  stop = () => this.end("SIGTERM");

  /** Kills it, as when the system kills a process. The workers end with it; the database keeps running. */
  kill = () => this.end("SIGKILL");

  private async end(how: NodeJS.Signals): Promise<void> {
    const { service } = this;
    if (!service || service.exitCode !== null || service.signalCode !== null) return;
    const ended = once(service, "exit");
    service.kill(how);
    await ended;
  }

  /** Returns the ids of its processes that serve visitors. */
  workers(): number[] {
    return childrenOf(this.service?.pid ?? 0).filter((pid) => commandOf(pid).includes("/worker.js"));
  }

  killDatabase(): void {
    const pid = Number.parseInt(readFileSync(join(this.dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    process.kill(pid, "SIGKILL");
  }

  get databaseUrl(): string {
    const url = runningPostgres(this.dataDir);
    if (url === undefined) throw new Error("The database is not running.");
    return url;
  }

  async addLink(alias: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/url/add`, {
      method: "POST",
      headers: {
        host: `localhost:${this.port}`,
        authorization: `Bearer ${this.key}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ url: "https://example.com/", custom: alias }),
      signal: this.signal,
    });
    if (!response.ok) throw new Error(`A link could not be created: ${response.status} ${await response.text()}`);
  }

  async health(): Promise<{ journal: { refused: number }; disk?: { full: boolean } }> {
    const headers = { authorization: `Bearer ${this.metricsToken}` };
    return (await fetch(`http://127.0.0.1:${this.port}/api/health`, { headers, signal: this.signal })).json();
  }

  /** Checks repeatedly until the condition holds or the drill ends. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await Promise.resolve(holds()).catch(() => false))) await sleep(100, undefined, { signal: this.signal });
  }

  untilReady = () =>
    this.until(async () => (await fetch(`http://127.0.0.1:${this.port}/api/ready`, { signal: this.signal })).ok);
}

export async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

function childrenOf(pid: number): number[] {
  if (process.platform === "linux")
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return rows.map((row) => row.trim().split(/\s+/).map(Number)).flatMap(([own = 0, of]) => (of === pid ? own : []));
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return execFileSync("ps", ["-o", "args=", "-p", `${pid}`], { encoding: "utf8" });
}
