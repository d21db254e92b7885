import { endpoint } from "@/lib/http/endpoint";
import { changeTag } from "@/lib/resources/tags/schema";
import { updateTag } from "@/lib/resources/tags/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  changeTag,
  async ({ actor, params, body, versions, setVersion }) => {
    setVersion(await updateTag(actor, params.id, body, versions));
    return { message: "The tag has been updated." };
  },
);
