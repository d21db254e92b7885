import type pg from "pg";

/** Breaks a connection at its nth statement: before Postgres gets it, or before we get the answer. */
export function breakAt(client: pg.Client, nth: number, when: "before" | "after"): { reached: boolean } {
  const state = { reached: false, statements: 0 };
  const original = client.query.bind(client) as (...args: unknown[]) => unknown;
  const end = () => {
    state.reached = true;
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  client.query = ((...args: unknown[]) => {
    state.statements += 1;
    if (state.statements !== nth) return original(...args);
    if (when === "before") end();
    const result = original(...args);
    if (when === "before" || !(result instanceof Promise)) {
      if (when === "after") (result as NodeJS.WritableStream).once("finish", end);
      return result;
    }
    return result.then(() => {
      end();
      throw new Error("the connection was lost with the answer");
    });
  }) as typeof client.query;
  return state;
}
