import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long the processes of a test run may take to end by themselves. */
const OWN_TIME_MS = 3_000;

/**
 * Ends what a test run has left behind: the processes that name its folder in their arguments or environment. Servers
 * come first, because they would start their database again. A Postgres is asked to stop at once, so that it releases
 * its shared memory.
 */
export async function endProcessesOf(/** @type {string} */ folder) {
  const isPostgres = (/** @type {{ command: string }} */ { command }) => /postgres/.test(command.split(" ")[0] ?? "");
  for (const late = Date.now() + OWN_TIME_MS; Date.now() < late && processesOf(folder).length > 0; await sleep(100))
    if (processesOf(folder).every(isPostgres)) break;
  for (const found of processesOf(folder)) if (!isPostgres(found)) signal(found.pid, "SIGKILL");
  for (const late = Date.now() + OWN_TIME_MS; Date.now() < late; await sleep(100)) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    for (const { pid } of left) signal(pid, "SIGQUIT");
  }
  for (const { pid } of processesOf(folder)) signal(pid, "SIGKILL");
}

function signal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function processesOf(/** @type {string} */ folder) {
  const all = process.platform === "linux" ? processesOfLinux(folder) : listedProcesses();
  return all.filter(({ pid, command }) => pid !== process.pid && command.includes(folder));
}

/** The arguments, and the environment if it names the folder. That of other users' processes cannot be read. */
function processesOfLinux(/** @type {string} */ folder) {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    const [command = "", environment = ""] = ["cmdline", "environ"].map((file) => {
      try {
        return readFileSync(`/proc/${name}/${file}`, "utf8").replaceAll("\0", " ");
      } catch {
        return "";
      }
    });
    return [{ pid: Number(name), command: environment.includes(folder) ? `${command} ${folder}` : command }];
  });
}

function listedProcesses() {
  const { stdout = "" } = spawnSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" });
  return stdout.split("\n").map((line) => {
    const [, pid = "0", command = ""] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), command };
  });
}
