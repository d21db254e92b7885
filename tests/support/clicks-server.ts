import { inject } from "vitest";
import { startClickHouse, type TestClickHouse } from "./clickhouse";
import { copyFromClickHouse } from "./clickhouse-copy";
import { type ServerAddress, startServer } from "./server";
import { connected } from "./sql";

let own: { server: ServerAddress; clickhouse: TestClickHouse } | undefined;

/** The server of a file's click tests: the shared one, unless `keepClicksInClickHouse` started another. */
export const clicksServer = (): ServerAddress => own?.server ?? inject("server");

/** Starts a server with its own ClickHouse for this file's tests. Returns a function that stops both. */
export async function keepClicksInClickHouse(): Promise<() => Promise<void>> {
  const clickhouse = await startClickHouse();
  const server = await startServer({ env: { CLICKHOUSE_URL: clickhouse.url } });
  own = { server, clickhouse };
  return async () => {
    await server.stop();
    await clickhouse.remove();
  };
}

/** If clicks are in ClickHouse, copies its rows into the corresponding tables of Postgres. */
export async function copyClicks(): Promise<void> {
  if (!own) return;
  const { server, clickhouse } = own;
  await connected(server, (client) => copyFromClickHouse(clickhouse, client));
}
