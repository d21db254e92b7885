import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, readFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/contract/errors";
import { lockFile, lockOpened, openUnlocked } from "./kernel-lock.mjs";

/** The file is never removed: another process would lock a new file while the old one is still locked. */
const FILE = "lock";

/** How long to wait for the processes of a killed service to end. */
const HELD_FOR = 2_000;
const LOOK_EVERY = 100;

const BEAT_EVERY = 1_000;
/** How long a claim must not change before its process counts as dead, where the kernel cannot tell. */
const STILL_FOR = 5_000;

/** The content of the lock file: its present or last holder. All claims of one process have the same length. */
interface Claim {
  id: string;
  pid: number;
  host: string;
  /** the kernel's boot ID */
  boot: string;
  /** whether that kernel has locked the file */
  locked: boolean;
  /** the file's device and inode, which differ in a copy */
  file: string;
  beat: number;
}

export interface FolderLock {
  /** Other processes that use the folder inherit it: the folder stays locked until the last of them has ended. */
  fd: number;
  release: () => void;
}

/**
 * Makes this process the only one on a folder, until it is released or the process ends.
 *
 * The kernel's lock decides: it works across containers and ends with its holder. The kernel of another machine may not
 * see it, as on some network file systems. So the holder also updates the file every second, and a process that finds a
 * claim from another kernel waits to see whether it still changes.
 *
 * @param opened the lock file, from `openFolderLock`, if other processes have inherited it already
 * @throws StartError when another process uses the folder
 */
export async function lockFolder(folder: string, opened?: number): Promise<FolderLock> {
  const file = join(folder, FILE);
  const { fd, state } = await takeLock(file, folder, opened);
  const locked = state === "locked";
  const { dev, ino } = fstatSync(fd);
  const id = randomUUID();
  const claim = { id, pid: process.pid, host: hostname(), boot: bootId(), locked, file: `${dev}:${ino}` };
  const beat = () => write(fd, { ...claim, beat: Date.now() });
  try {
    const left = readClaim(file);
    if (left && !isDead(left, claim)) await untilStill(file, folder, left);
    ftruncateSync(fd);
    beat();
    // If several processes find the claim unchanged at once, the last writer wins.
    if (!locked) {
      await sleep(BEAT_EVERY);
      const holder = readClaim(file);
      if (holder && holder.id !== id) throw inUse(folder, holder);
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }

  const timer = setInterval(() => {
    const holder = readClaim(file);
    // This process was stopped for so long that another one considered it dead.
    if (holder && holder.id !== id) {
      process.stderr.write(`${inUse(folder, holder).message}\n`);
      process.exit(1);
    }
    beat();
  }, BEAT_EVERY).unref();
  return {
    fd,
    release() {
      clearInterval(timer);
      ftruncateSync(fd);
      closeSync(fd);
    },
  };
}

/** Opens the lock file before `lockFolder` can take it, for processes that inherit the lock. */
export const openFolderLock = (folder: string): number => openUnlocked(join(folder, FILE));

async function takeLock(file: string, folder: string, opened?: number): Promise<ReturnType<typeof open>> {
  for (const deadline = Date.now() + HELD_FOR; ; await sleep(LOOK_EVERY)) {
    const lock = opened === undefined ? open(file) : { fd: opened, state: lockOpened(opened) };
    if (lock.state !== "held") return lock;
    if (Date.now() > deadline) throw inUse(folder, readClaim(file));
  }
}

/** Returns whether the holder of a claim is certainly dead, so that there is no need to watch the claim. */
function isDead(left: Claim, ours: Omit<Claim, "beat">): boolean {
  if (left.boot !== ours.boot) return false;
  // This kernel gives a lock only once its holder is dead. A claim for another file was copied with the folder.
  return (left.locked && ours.locked) || left.file !== ours.file;
}

async function untilStill(file: string, folder: string, left: Claim): Promise<void> {
  for (const deadline = Date.now() + STILL_FOR; Date.now() < deadline; await sleep(LOOK_EVERY)) {
    const claim = readClaim(file);
    if (claim && claim.beat !== left.beat) throw inUse(folder, claim);
  }
}

function open(file: string) {
  try {
    return lockFile(file);
  } catch (error) {
    throw new StartError(`${file} cannot be opened: ${(error as Error).message}`);
  }
}

function inUse(folder: string, holder: Claim | undefined): StartError {
  const who = holder ? ` (pid ${holder.pid} on ${holder.host})` : "";
  return new StartError(`Another Signpost${who} is using ${folder}.`);
}

/** Opens the file again each time: a network file system may return cached content otherwise. */
function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The file was released, or a power failure cut it off.
    return undefined;
  }
}

/** Writes in place and with the same length, so that it works on a full disk. */
function write(fd: number, claim: Claim): void {
  try {
    writeSync(fd, `${JSON.stringify(claim)}\n`, 0);
  } catch {
    // The kernel's lock still holds.
  }
}

/** The same in all containers of a machine, and different after each boot. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Only Linux has containers.
    return hostname();
  }
}
