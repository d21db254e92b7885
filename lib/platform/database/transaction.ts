import type pg from "pg";
import { processSingleton } from "@/lib/platform/singleton";
import { openPool, PLANNED_FOR_GROWTH } from "./pool";
import { prepared } from "./statement";

const MOST_CONNECTIONS = 4;

const connections = () =>
  processSingleton("transactionConnections", () =>
    openPool({ max: MOST_CONNECTIONS, pipeline: true, allowExitOnIdle: true }, PLANNED_FOR_GROWTH),
  );

/** A statement that is prepared, so there must be few different texts. */
export type Step = [text: string, values?: unknown[]];

/**
 * Runs statements in a transaction and sends them all at once, for statements that do not need the results of earlier
 * ones. Returns their rows. Throws the error of the first that failed; then nothing was stored.
 */
export async function transaction<Row extends pg.QueryResultRow>(steps: Step[]): Promise<Row[][]> {
  const statements = steps.map((step) => prepared(...step));
  const client = await connections().connect();
  // The statements reject with the same error.
  const ignore = () => {};
  client.on("error", ignore);
  const { stream } = client.connection;
  stream.cork();
  const ends = statements.length > 1;
  const all = ends ? [{ text: "BEGIN" }, ...statements, { text: "COMMIT" }] : statements;
  const sent = all.map((one) => client.query<Row>(one));
  stream.uncork();
  const answers = await Promise.allSettled(sent);
  const failed = answers.find((answer) => answer.status === "rejected");
  client.off("error", ignore);
  // After a failure, it is unknown which of the later statements the connection has prepared.
  client.release(failed !== undefined);
  if (failed) throw failed.reason;
  const rows = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.rows : []));
  return ends ? rows.slice(1, -1) : rows;
}
