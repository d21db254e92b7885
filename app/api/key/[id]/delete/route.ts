import { endpoint } from "@/lib/http/endpoint";
import { removeKey } from "@/lib/resources/api-keys/schema";
import { deleteKey } from "@/lib/resources/api-keys/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeKey, async ({ actor, params }) => {
  await deleteKey(actor, params.id);
  return { message: "The API key has been deleted." };
});
