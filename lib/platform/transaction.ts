import type pg from "pg";
import { openPool } from "./pool";
import { processSingleton } from "./singleton";

const MOST_CONNECTIONS = 4;
/** All has been sent: a transaction that waits for somebody ends by itself before we cease to wait for it (pool.ts). */
const begin = "BEGIN; SET LOCAL lock_timeout = '8s'";

const connections = () =>
  processSingleton("transactionConnections", () =>
    openPool({ max: MOST_CONNECTIONS, pipeline: true, allowExitOnIdle: true }),
  );

/**
 * Runs statements in a transaction, all of which are sent at once: for those that need not know what came of the ones
 * before. Their rows, or the error of the first that failed; then nothing was stored.
 */
export async function transactionOf<Row extends pg.QueryResultRow>(statements: pg.QueryConfig[]): Promise<Row[][]> {
  const client = await connections().connect();
  // Whatever is under way fails with it.
  const ignore = () => {};
  client.on("error", ignore);
  const { stream } = client.connection;
  stream.cork();
  const asked = [{ text: begin }, ...statements, { text: "COMMIT" }].map((one) => client.query<Row>(one));
  stream.uncork();
  const answers = await Promise.allSettled(asked);
  const failed = answers.find((answer) => answer.status === "rejected");
  client.off("error", ignore);
  // Of what was sent after the statement that failed, a connection need not know what it has prepared.
  client.release(failed !== undefined);
  if (failed) throw failed.reason;
  return answers.slice(1, -1).map((answer) => (answer.status === "fulfilled" ? answer.value.rows : []));
}
