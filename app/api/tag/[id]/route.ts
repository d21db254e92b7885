import { endpoint } from "@/lib/http/endpoint";
import { showTag } from "@/lib/resources/tags/schema";
import { getTag, presentTag } from "@/lib/resources/tags/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(showTag, async ({ actor, params, setVersion }) => {
  const tag = await getTag(actor, params.id);
  setVersion(tag.updatedAt);
  return { data: presentTag(tag) };
});
