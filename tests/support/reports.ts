import type { ServerAddress } from "./server";
import { sql } from "./sql";

/** Puts the reports of a link before those of other tests: the first page of the queue has room for ten links. */
export const putReportsFirst = (server: ServerAddress, linkId: number) =>
  sql(server, "UPDATE reports SET id = -id WHERE link_id = $1 AND id > 0", [linkId]);
