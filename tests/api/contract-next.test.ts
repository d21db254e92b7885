import { afterAll } from "vitest";
import { testContract } from "../support/contract";
import { startPostgres } from "../support/postgres";
import { startServer } from "../support/server";

// The same contract with Next alone, without server.ts.
const postgres = await startPostgres();
const server = await startServer({ next: true, env: { DATABASE_URL: postgres.url } });

afterAll(async () => {
  await server.stop();
  await postgres.remove();
});

testContract(server);
