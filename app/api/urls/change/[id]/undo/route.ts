import { endpoint } from "@/lib/http/endpoint";
import { undoLinksChange } from "@/lib/resources/links/bulk/schema";
import { presentUndone, undoChange } from "@/lib/resources/links/bulk/undo";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(undoLinksChange, async ({ actor, params, body }) =>
  presentUndone(await undoChange(actor, params.id, body.dryrun ? "dry" : "possible")),
);
