import { endpoint } from "@/lib/http/endpoint";
import { addTag } from "@/lib/resources/tags/schema";
import { createTag } from "@/lib/resources/tags/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(addTag, async ({ actor, body }) => {
  const tag = await createTag(actor, body);
  return { id: tag.id };
});
