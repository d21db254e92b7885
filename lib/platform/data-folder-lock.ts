import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, readFileSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/contract/errors";
import { lockFile, lockOpened, openUnlocked } from "./kernel-lock.mjs";

/** Never removed: another process would lock a new file beside the one that is still locked. */
const FILE = "lock";

/** The processes of one that was killed may take a moment to go. */
const HELD_FOR = 2_000;
const LOOK_EVERY = 100;

const BEAT_EVERY = 1_000;
/** How long a claim has to stand still before its process counts as dead, where the kernel cannot tell. */
const STILL_FOR = 5_000;

/** What the file says of whom it belongs to, or has belonged to. All that one process writes are of the same length. */
interface Claim {
  id: string;
  pid: number;
  host: string;
  /** which kernel, since it started */
  boot: string;
  /** whether that kernel has locked the file */
  locked: boolean;
  /** its device and inode: a copy has others */
  file: string;
  beat: number;
}

export interface FolderLock {
  /** For processes that use the folder too: it stays locked until the last that inherits this is gone. */
  fd: number;
  release: () => void;
}

/**
 * Makes this process the only one on a folder, until it is released or the process ends.
 *
 * The kernel's lock decides: it crosses containers, and ends with its holder. Another machine's kernel may not know of it
 * (on some network file systems), nor ours of any, so the holder also writes into the file every second; whoever finds
 * a claim that a kernel other than ours would have to judge first waits for it to stand still.
 *
 * @param opened the lock's file, from `openFolderLock`, where other processes have inherited it already
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
    // Of several that found it still at once, the last to write has it.
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
    // We stood still for so long that somebody took us for dead.
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

/** Opens the lock's file, for processes that are to inherit the lock, before `lockFolder` can take it. */
export const openFolderLock = (folder: string): number => openUnlocked(join(folder, FILE));

async function takeLock(file: string, folder: string, opened?: number): Promise<ReturnType<typeof open>> {
  for (const deadline = Date.now() + HELD_FOR; ; await sleep(LOOK_EVERY)) {
    const lock = opened === undefined ? open(file) : { fd: opened, state: lockOpened(opened) };
    if (lock.state !== "held") return lock;
    if (Date.now() > deadline) throw inUse(folder, readClaim(file));
  }
}

/** Whether nobody can be behind a claim that somebody left: there is no need to look whether it moves. */
function isDead(left: Claim, ours: Omit<Claim, "beat">): boolean {
  if (left.boot !== ours.boot) return false;
  // If its process lived, this kernel would not have given us the lock. A copy's claim is the original's.
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

/** Opened anew each time: a network file system may otherwise show what it remembers. */
function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Given back in order, or cut off by a power failure.
    return undefined;
  }
}

/** In place and as long as before, so that a full disk has room for it. */
function write(fd: number, claim: Claim): void {
  try {
    writeSync(fd, `${JSON.stringify(claim)}\n`, 0);
  } catch {
    // The kernel's lock holds all the same.
  }
}

/** The same in every container of a machine, and another after each of its starts. */
function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // Elsewhere than on Linux there are no containers.
    return hostname();
  }
}
