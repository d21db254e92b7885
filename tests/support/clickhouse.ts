import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findClickHouse } from "../../scripts/tools.mjs";
import { freePort } from "./ports";
import { temporaryFolder } from "./server";
import { eventually } from "./wait";

/** Undefined if there is none: tests that need ClickHouse are skipped then. */
export const clickHouseServer = findClickHouse();

export interface TestClickHouse {
  /** For `CLICKHOUSE_URL`; the same after each `start`. */
  url: string;
  query<Row>(sql: string): Promise<Row[]>;
  /** Runs a statement that returns no rows. */
  command(sql: string): Promise<void>;
  /** Sends SIGKILL. What it has acknowledged is on disk. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const users = `<yandex>
  <profiles><default /></profiles>
  <users><default>
    <password>a password of the tests</password>
    <networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile>
    <quota>default</quota>
  </default></users>
  <quotas><default /></quotas>
</yandex>`;

const config = (folder: string, [http, tcp, interserver]: number[]) => `<yandex>
  <logger><level>error</level><log>${folder}/log</log></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${interserver}</interserver_http_port>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <user_files_path>${folder}/tmp/</user_files_path>
  <format_schema_path>${folder}/tmp/</format_schema_path>
  <mark_cache_size>67108864</mark_cache_size>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
</yandex>`;

/** Starts a real clickhouse-server. */
export async function startClickHouse(): Promise<TestClickHouse> {
  if (!clickHouseServer) throw new Error("there is no clickhouse-server on this machine");
  const folder = await temporaryFolder();
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const name of ["data", "tmp"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "config.xml"), config(folder, ports));
  await writeFile(join(folder, "users.xml"), users);
  const authorization = `Basic ${btoa("default:a password of the tests")}`;
  let child: ChildProcess;

  async function send(body: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${ports[0]}/`, { method: "POST", headers: { authorization }, body });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  }

  async function query<Row>(sql: string): Promise<Row[]> {
    const lines = (await send(`${sql} format JSONEachRow`)).split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  }

  async function start(): Promise<void> {
    child = spawn(clickHouseServer as string, [`--config-file=${folder}/config.xml`], { cwd: folder, stdio: "ignore" });
    await once(child, "spawn");
    await eventually(() => query("select 1"));
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  await start();
  return {
    url: `http://default:a%20password%20of%20the%20tests@127.0.0.1:${ports[0]}/default`,
    query,
    async command(sql) {
      await send(sql);
    },
    kill,
    start,
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
