import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The start time of a process, as word characters that are the same at each call; undefined if there is none. */
export function startTime(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      // Field 22 is the start time in clock ticks since boot. Field 2, the command's name, may contain spaces and
      // brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie is dead, but a container's first process may never collect it.
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
