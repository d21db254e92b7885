import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { AGENT } from "../support/load";

/** What is asked of a server, from a process of its own, over connections that are kept alive. */
export interface Plan {
  /** where the server is, without a path */
  url: string;
  /** asked for in this order, again and again */
  paths: string[];
  headers?: Record<string, string>;
  /** sent by POST, as JSON; in it and in the headers `{n}` is a number that no other request has */
  body?: string;
  /** whether every answer is a refusal, with a status of 400 or above; none is unless told */
  refused?: boolean;
  seconds?: number;
  connections?: number;
  /** requests a second, sent on time whether or not earlier ones are answered; as many as are answered unless told */
  rate?: number;
  /** whether answers other than those expected are counted as `failures`; the drive throws at them unless told */
  tolerant?: boolean;
}

export interface Drive {
  answered: number;
  perSecond: number;
  /** of the waits for an answer, in milliseconds */
  p50: number;
  p99: number;
  /** answers that were not as expected, or never came */
  failures: number;
}

/** What the programs that generate load report. */
interface Report extends Omit<Drive, "failures"> {
  refused: number;
  /** connections that broke and answers that never came */
  errors: number;
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** What generates the load: wrk where it is installed, since it leaves the most of the machine to the server. */
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
 * Asks a server for paths for some seconds. wrk cannot send on time, so a plan with a rate is autocannon's.
 *
 * @throws when an answer is not what was expected, and the plan does not tolerate that
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
        // Whatever process numbers its requests from one: none of another has the same.
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
