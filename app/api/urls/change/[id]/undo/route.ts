import { endpoint } from "@/lib/http/endpoint";
import { undoLinksChange } from "@/lib/resources/links/bulk/operations";
import { undoChange } from "@/lib/resources/links/bulk/undo";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(undoLinksChange, async ({ actor, params }) => {
  const count = await undoChange(actor, params.id);
  return {
    message: `${count} ${count === 1 ? "link is" : "links are"} what ${count === 1 ? "it was" : "they were"} before.`,
  };
});
