import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { yieldDatabase } from "@/lib/platform/priority";
import { rawEnv } from "@/lib/platform/raw-env";
import { isBackupName } from "./backups/place";
import { openPlace } from "./backups/places";

const NICE = 10;
const HOUR_MS = 3_600_000;
/** One that is due in a moment is not left for the next look. */
const EARLY_MS = 10 * 60_000;

/** Makes a backup where the last one in BACKUP_TO is older than BACKUP_EVERY_HOURS, in a process of its own. */
export async function backUpWhenDue(to: string): Promise<void> {
  const { place } = await openPlace(to);
  const newest = (await place.list()).findLast(({ complete }) => complete);
  if (newest && Date.now() - madeAt(newest.name) < env.BACKUP_EVERY_HOURS * HOUR_MS - EARLY_MS) return;
  const started = Date.now();
  const { code, said } = await runBackup();
  const seconds = Math.round((Date.now() - started) / 1_000);
  if (code === 0) log.info({ place: place.name, seconds }, "a backup was made, restored and compared");
  else log.error({ place: place.name, seconds, error: said }, "no backup could be made; it is tried again in a while");
}

/** Detached: its share of the machine is that of a session of its own, which is made small without the service's. */
async function runBackup(): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [resolve(".build/signpost.js"), "backup"], {
    env: rawEnv,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.unref();
  if (child.pid !== undefined) yieldDatabase(child.pid, NICE);
  const ended = once(child, "exit");
  const said = await text(child.stderr);
  const [code] = await ended;
  return { code, said: said.trim().split("\n").at(-1) ?? "" };
}

/** `signpost-20261124T120000Z` */
function madeAt(name: string): number {
  if (!isBackupName(name)) return 0;
  const [, date = "", time = ""] = /(\d{8})T(\d{6})Z$/.exec(name) ?? [];
  const parts = [date.slice(0, 4), date.slice(4, 6), date.slice(6)].join("-");
  return Date.parse(`${parts}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
}
