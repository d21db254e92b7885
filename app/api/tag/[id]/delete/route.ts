import { endpoint } from "@/lib/http/endpoint";
import { removeTag } from "@/lib/resources/tags/schema";
import { deleteTag } from "@/lib/resources/tags/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(removeTag, async ({ actor, params }) => {
  await deleteTag(actor, params.id);
  return { message: "The tag has been deleted. Links that had it stay." };
});
