import { inject } from "vitest";
import { startClickHouse, type TestClickHouse } from "./clickhouse";
import { copyFromClickHouse } from "./clickhouse-copy";
import { type ServerAddress, startServer } from "./server";
import { connected } from "./sql";

let own: { server: ServerAddress; clickhouse: TestClickHouse } | undefined;

/** The server of a file's tests of clicks: the shared one, unless `keepClicksInClickHouse` started another. */
export const clicksServer = (): ServerAddress => own?.server ?? inject("server");

/** Lets the tests of this file ask a server with a ClickHouse of its own. Returns what ends both. */
export async function keepClicksInClickHouse(): Promise<() => Promise<void>> {
  const clickhouse = await startClickHouse();
  const server = await startServer({ env: { CLICKHOUSE_URL: clickhouse.url } });
  own = { server, clickhouse };
  return async () => {
    await server.stop();
    await clickhouse.remove();
  };
}

/** Puts what ClickHouse holds, where clicks are kept there, into the tables that Postgres has for the same. */
export async function copyClicks(): Promise<void> {
  if (!own) return;
  const { server, clickhouse } = own;
  await connected(server, (client) => copyFromClickHouse(clickhouse, client));
}
