import type pg from "pg";
import { processSingleton } from "@/lib/platform/singleton";
import { planForGrowth } from "./plans-for-growth";
import { openPool } from "./pool";

const MOST_CONNECTIONS = 4;

const connections = () =>
  processSingleton("transactionConnections", () => {
    const opened = openPool({ max: MOST_CONNECTIONS, pipeline: true, allowExitOnIdle: true });
    planForGrowth(opened);
    return opened;
  });

/** Runs a statement that commits alone. */
export async function committed<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
  const { rows } = await connections().query<Row>(statement);
  return rows;
}

/**
 * Runs statements in a transaction and sends them all at once, for statements that do not need the results of earlier
 * ones. Returns their rows. Throws the error of the first that failed; then nothing was stored.
 */
export async function transactionOf<Row extends pg.QueryResultRow>(statements: pg.QueryConfig[]): Promise<Row[][]> {
  const client = await connections().connect();
  // The statements reject with the same error.
  const ignore = () => {};
  client.on("error", ignore);
  const { stream } = client.connection;
  stream.cork();
  const sent = [{ text: "BEGIN" }, ...statements, { text: "COMMIT" }].map((one) => client.query<Row>(one));
  stream.uncork();
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === "rejected");
  client.off("error", ignore);
  // After a failure, it is unknown which of the later statements the connection has prepared.
  client.release(failed !== undefined);
  if (failed) throw failed.reason;
  return answers.slice(1, -1).map((answer) => (answer.status === "fulfilled" ? answer.value.rows : []));
}
