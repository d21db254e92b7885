import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Instance } from "./instance";
import { bareEnv, type Place } from "./place";
import type { StepReport } from "./report";
import { type Stored, storedOf } from "./stored";
import { visit } from "./visitors";

/** signpost.js and this file are built side by side. */
const program = fileURLToPath(new URL("./signpost.js", import.meta.url));

/**
 * Makes a backup while visits arrive, restores it, starts another instance on it, and compares them link by link: all
 * clicks that were stored before must exist, and none that came meanwhile may be stored twice. Stops both instances.
 */
export async function restoreBackup(
  place: Place,
  instance: Instance,
  aliases: string[],
  count: number,
  signal: AbortSignal,
): Promise<StepReport> {
  const startedAt = performance.now();
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      env: { ...bareEnv(), DATA_DIR: instance.dataDir },
      signal,
    }).catch((error) => {
      throw new Error(`${args[0]} fails: ${String(error.stderr).trim()}`);
    });
  const backups = join(place.folder, "backups");
  const before = await storedOf(instance, aliases, signal);
  const meanwhile = "drill-meanwhile";
  await instance.addLink(meanwhile);
  const crowd = visit(instance.port, meanwhile, count, signal);
  await run("backup", "--to", backups);
  const visits = await crowd.done;
  await instance.stop();

  await run("restore", "--from", backups, "--data-dir", place.restored);
  const restored = new Instance(place.restored, instance.port, signal);
  await restored.start();
  const after = await storedOf(restored, [...aliases, meanwhile], signal);
  await restored.stop();
  const none = { rows: 0, counted: 0 };
  const those = aliases.map((alias) => [before.get(alias) ?? none, after.get(alias) ?? none] as const);
  const late = after.get(meanwhile) ?? none;
  const most = visits.answered + visits.inFlight;
  return {
    step: "a backup is restored",
    answered: sum(those, ([was]) => was.rows),
    inFlight: 0,
    turnedAway: 0,
    refused: 0,
    stored: sum(those, ([, is]) => is.rows),
    lost: sum(those, ([was, is]) => Math.max(0, least(was) - least(is))),
    doubled: sum(those, ([was, is]) => Math.max(0, greatest(is) - greatest(was))) + Math.max(0, greatest(late) - most),
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

type Pair = readonly [was: Stored, is: Stored];

const sum = (pairs: Pair[], of: (pair: Pair) => number) => pairs.reduce((all, pair) => all + of(pair), 0);
const least = ({ rows, counted }: Stored) => Math.min(rows, counted);
const greatest = ({ rows, counted }: Stored) => Math.max(rows, counted);
