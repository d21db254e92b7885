import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOCK = ".build/lock";

/** Waits until no other start builds in this clone. The function it returns lets the next one go on. */
export async function lock() {
  mkdirSync(".build", { recursive: true });
  const claim = `${LOCK}-${process.pid}`;
  writeFileSync(claim, `${process.pid}`);
  const unlock = () => {
    rmSync(claim, { force: true });
    if (readHolder() === process.pid) rmSync(LOCK, { force: true });
  };
  process.on("exit", unlock);
  for (let told = false; !link(claim); await sleep(200)) {
    const holder = readHolder();
    if (holder === undefined) continue;
    if (holder === process.pid || !isAlive(holder)) rmSync(LOCK, { force: true });
    else if (!told) console.log(`Waiting for another start of this clone to finish building (process ${holder}).`);
    told = true;
  }
  return () => {
    process.off("exit", unlock);
    unlock();
  };
}

/** Takes the lock together with what it says, unless somebody has it. */
function link(claim) {
  try {
    linkSync(claim, LOCK);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Undefined when nobody holds the lock. */
function readHolder() {
  try {
    return Number(readFileSync(LOCK, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
