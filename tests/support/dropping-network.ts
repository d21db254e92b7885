import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "./server";

export interface DroppingNetwork {
  url: string;
  /** From now on every packet is dropped, of open and of new connections. */
  drop(): void;
  forward(): void;
  close(): void;
}

const PORT = 5432;
const HERE = "10.213.77.1";
const THERE = "10.213.77.2";
/** The kernel allows 15 characters. */
const name = `sp${process.pid}`;

/** Forwards connections from the network to a socket in a folder that both networks see. */
const RELAY = `
  const { connect, createServer } = require("node:net");
  createServer((client) => {
    const upstream = connect(process.argv[1]);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => {});
  }).listen(${PORT}, () => console.log("listening"));`;

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });

/** Why no network can be created here (it needs root), or undefined if one can. */
export function cannotDropPackets(): string | undefined {
  try {
    ip("link", "add", `${name}t`, "type", "veth", "peer", "name", `${name}u`);
    ip("link", "del", `${name}t`);
    execFileSync("unshare", ["-n", "nsenter", "--version"], { stdio: "ignore" });
    return undefined;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr || (error as Error).message).trim();
  }
}

/** Creates a network between us and a database, like a cable to another host that can be pulled out. */
export async function startDroppingNetwork(databaseUrl: string): Promise<DroppingNetwork> {
  const target = new URL(databaseUrl);
  const path = join(await temporaryFolder(), "database");
  const near: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => {});
  }).listen(path);
  await once(near, "listening");
  const far: ChildProcess = spawn("unshare", ["-n", process.execPath, "-e", RELAY, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (far.stdout) await once(far.stdout, "data");
  const there = (...args: string[]) => execFileSync("nsenter", ["-t", `${far.pid}`, "-n", "ip", ...args]);
  ip("link", "add", `${name}a`, "type", "veth", "peer", "name", `${name}b`);
  ip("link", "set", `${name}b`, "netns", `${far.pid}`);
  ip("addr", "add", `${HERE}/30`, "dev", `${name}a`);
  ip("link", "set", `${name}a`, "up");
  there("addr", "add", `${THERE}/30`, "dev", `${name}b`);
  there("link", "set", `${name}b`, "up");
  const url = new URL(databaseUrl);
  url.host = `${THERE}:${PORT}`;
  return {
    url: url.href,
    drop: () => void there("link", "set", `${name}b`, "down"),
    forward: () => void there("link", "set", `${name}b`, "up"),
    close() {
      ip("link", "del", `${name}a`);
      far.kill("SIGKILL");
      near.close();
    },
  };
}
