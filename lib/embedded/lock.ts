import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/errors";

const CLAIM = /^running-(\d+)-(\w+)$/;
const ATTEMPTS = 5;

/**
 * Makes this process the only one on a data folder, until the function it returns is called or the process ends.
 *
 * A process claims the folder with an empty file named after its pid and the time it started, then looks for others'.
 * Of two that claim at once, the later one to look sees the earlier one's file, so both can never go on; both may step
 * back, and try again after a moment of random length. A claim whose process is gone, or whose pid now belongs to a
 * process that started at another time, counts for nothing.
 *
 * @throws StartError when another process uses the folder
 */
export async function lockDataDir(folder: string): Promise<() => void> {
  const claim = join(folder, `running-${process.pid}-${startTime(process.pid)}`);
  const release = () => rmSync(claim, { force: true });
  for (let attempt = 1; ; attempt++) {
    writeFileSync(claim, "");
    const holder = otherHolder(folder);
    if (holder === undefined) return release;
    release();
    if (attempt === ATTEMPTS) throw new StartError(`Another Signpost (pid ${holder}) is using ${folder}.`);
    await sleep(20 + Math.random() * 80);
  }
}

/** The pid of another living process that claims the folder. Removes the claims of dead ones. */
function otherHolder(folder: string): number | undefined {
  let holder: number | undefined;
  for (const name of readdirSync(folder)) {
    const [, pid, started] = CLAIM.exec(name) ?? [];
    if (!pid || Number(pid) === process.pid) continue;
    if (startTime(Number(pid)) === started) holder = Number(pid);
    else rmSync(join(folder, name), { force: true });
  }
  return holder;
}

/** When a process started, as word characters that are the same at each call; undefined when there is none. */
export function startTime(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      // The 22nd field, in clock ticks since boot. The second, the command's name, may itself hold spaces and brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie is dead; a container's first process may never collect it.
      return fields[0] === "Z" ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).replace(/\W/g, "");
  } catch {
    return undefined;
  }
}
