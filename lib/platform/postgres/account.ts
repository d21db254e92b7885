import { execFileSync } from "node:child_process";
import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "@/lib/contract/errors";
import { isRoot } from "@/lib/platform/files/data-folder";

const NAME = "postgres";

/** The user that Postgres runs as. Undefined: the same as this process. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root. Root then starts it as the system's user `postgres`, which is created if missing.
 *
 * @throws StartError when that user cannot be created
 */
export function postgresAccount(): Account | undefined {
  if (!isRoot) return undefined;
  try {
    return lookUp();
  } catch {
    try {
      execFileSync("groupadd", ["--system", "--force", NAME], { stdio: "ignore" });
      execFileSync("useradd", ["--system", "--gid", NAME, "--no-create-home", NAME], { stdio: "ignore" });
      return lookUp();
    } catch {
      throw new StartError(`Postgres cannot run as root. Create a user "${NAME}", or start Signpost as another user.`);
    }
  }
}

function lookUp(): Account {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, NAME], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Returns whether the account may pass through every folder on the way to `path`, judged by owner and mode. */
export function canReach(account: Account, path: string): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const mayPass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & mayPass) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
