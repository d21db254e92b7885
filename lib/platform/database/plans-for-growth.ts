import type pg from "pg";

const PLANS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

/**
 * Makes each connection plan a statement once, because planning takes several times as long as the execution. The plan
 * outlives the present size of a table, so it must suit a large one. That also applies to the statements of triggers
 * and foreign keys: planned while a table was small, each new row would read all of that table.
 */
export function planForGrowth(connections: pg.Pool): void {
  // A connection that does not accept the settings still works.
  connections.on("connect", (client) => client.query(PLANS).catch(() => undefined));
}
