import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AGENT } from "../support/load";

/** The requests to a server, sent from another process over keep-alive connections. */
export interface Plan {
  /** the server's address, without a path */
  url: string;
  /** requested in this order, over and over */
  paths: string[];
  headers?: Record<string, string>;
  /** sent by POST, as JSON; `{n}` in it and in the headers becomes a number that is unique to the request */
  body?: string;
  /** whether every answer must be a refusal, with a status of 400 or above; default: false */
  refused?: boolean;
  seconds?: number;
  connections?: number;
  /** requests a second, sent on time whether or not earlier ones are answered; default: as many as are answered */
  rate?: number;
  /** whether unexpected answers are counted as `failures`; by default the drive throws */
  tolerant?: boolean;
}

export interface Drive {
  answered: number;
  perSecond: number;
  /** response times, in milliseconds */
  p50: number;
  p99: number;
  /** answers that were unexpected or never came */
  failures: number;
}

/** The reports of the programs that generate load. */
interface Report extends Omit<Drive, "failures"> {
  refused: number;
  /** connections that broke and answers that never came */
  errors: number;
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** The load generator: wrk if it is installed, because it leaves the most of the machine to the server. */
export const driver = hasWrk ? "wrk" : "autocannon";

const wrk = ({ connections, seconds }: Required<Plan>, url: string) =>
  [
    "wrk",
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--timeout",
    "10s",
    "-s",
    join(import.meta.dirname, "wrk.lua"),
    url,
  ] as const;
const autocannon = () => [process.execPath, join(import.meta.dirname, "autocannon.mjs")] as const;

/**
 * Sends requests to a server for a few seconds. wrk cannot send on time, so autocannon runs plans with a rate.
 *
 * @throws if an answer is unexpected, unless the plan is tolerant
 */
export async function drive(plan: Plan): Promise<Drive> {
  const whole = {
    headers: {},
    body: "",
    refused: false,
    seconds: 3,
    connections: 64,
    rate: 0,
    tolerant: false,
    ...plan,
  };
  const url = plan.url.replace("localhost", "127.0.0.1");
  const json = plan.body === undefined ? {} : { "Content-Type": "application/json" };
  const headers = { Host: new URL(plan.url).host, "User-Agent": AGENT, ...json, ...plan.headers };
  const folder = await mkdtemp(join(tmpdir(), "signpost-bench-"));
  try {
    const paths = join(folder, "paths");
    await writeFile(paths, plan.paths.join("\n"));
    const [program, ...args] = hasWrk && !plan.rate ? wrk(whole, url) : autocannon();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const { stdout } = await promisify(execFile)(program, args, {
      env: {
        ...process.env,
        PATHS: paths,
        HEADERS: lines.join(""),
        ...(plan.body !== undefined && { BODY: plan.body }),
        // Makes the numbers of this process's requests differ from those of other runs.
        RUN: `${Date.now()}`,
        PLAN: JSON.stringify({ ...whole, url, headers, paths: [] }),
      },
    });
    const { refused, errors, ...result }: Report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    const failures = errors + (whole.refused ? result.answered - refused : refused);
    if (failures > 0 && !whole.tolerant) throw new Error(`${refused} refusals, ${errors} errors: ${stdout}`);
    return { ...result, failures };
  } finally {
    await rm(folder, { recursive: true });
  }
}
