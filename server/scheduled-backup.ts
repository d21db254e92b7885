import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { runningPostgres } from "@/lib/platform/postgres/cluster";
import { yieldSession } from "@/lib/platform/process/priority";
import { rawEnv } from "@/lib/platform/raw-env";
import { noteBackup, noteBackupExpected, noteBackupFailed } from "@/lib/resources/health/backup-status";
import { loadManifest } from "./backups/storage/check";
import type { Manifest } from "./backups/storage/manifest";
import type { Place } from "./backups/storage/place";
import { openPlace } from "./backups/storage/places";
import { readState } from "./backups/wal/state";

const HOUR_MS = 3_600_000;
/** A backup that is due within this time is made now. */
const EARLY_MS = 10 * 60_000;

/** A log that keeps breaking off must not cause a backup each time. */
const NO_SOONER_MS = HOUR_MS;
const LINE_WITHIN_MS = 15_000;

/**
 * Makes a backup, in a separate process, if the last one in BACKUP_TO is older than BACKUP_EVERY_HOURS or if no
 * complete log follows it. Reports the state of the backups to all processes.
 */
export async function backUpWhenDue(to: string): Promise<void> {
  try {
    await noteBackupExpected();
    const { place } = await openPlace(to);
    const newest = await newestIn(place);
    if (newest && !isDue(newest, place)) return await noteBackup(new Date(newest.at));
    await untilLineBegins();
    await runNoted(place);
  } catch (error) {
    log.error({ error: (error as Error).message }, "the backup failed; it is tried again in a while");
    await noteBackupFailed();
    throw error;
  }
}

async function newestIn(place: Place): Promise<Manifest | undefined> {
  const newest = (await place.list()).findLast(({ complete }) => complete);
  return newest && loadManifest(place, newest.name);
}

function isDue({ at, wal }: Manifest, place: Place): boolean {
  const age = Date.now() - Date.parse(at);
  if (age >= env.BACKUP_EVERY_HOURS * HOUR_MS - EARLY_MS) return true;
  const kept = readState(env.DATA_DIR);
  return kept?.place === place.name && kept.line !== wal?.line && age >= NO_SOONER_MS;
}

/** Waits until the log begins, because it must begin before its backup. At a start, both begin at once. */
async function untilLineBegins(): Promise<void> {
  if (env.DATABASE_URL !== runningPostgres(env.DATA_DIR)) return;
  for (const late = Date.now() + LINE_WITHIN_MS; Date.now() < late && !readState(env.DATA_DIR); ) await sleep(100);
}

/** @throws Error with the command's output */
async function runNoted(place: Place): Promise<void> {
  const started = Date.now();
  const { code, said } = await runBackup();
  const seconds = Math.round((Date.now() - started) / 1_000);
  if (code !== 0) throw new Error(said);
  const made = await newestIn(place);
  if (made) await noteBackup(new Date(made.at));
  log.info({ place: place.name, seconds }, "a backup was made, restored and compared");
}

/** Detached, so that it has its own session and its share of the processor can be reduced without the service's. */
async function runBackup(): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [resolve(".build/signpost.js"), "backup"], {
    env: rawEnv,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.unref();
  if (child.pid !== undefined) yieldSession(child.pid);
  const ended = once(child, "exit");
  const said = await text(child.stderr);
  const [code] = await ended;
  return { code, said: said.trim().split("\n").at(-1) ?? "" };
}
