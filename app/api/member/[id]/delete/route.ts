import { endpoint } from "@/lib/http/endpoint";
import { presentContinuing } from "@/lib/resources/members/presenter";
import * as operations from "@/lib/resources/members/schema";
import { listContinuing, removeMember } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.removeMember,
  async ({ actor, params }) => {
    await removeMember(actor, params.id);
    const continuing = presentContinuing(await listContinuing(actor, params.id));
    return { message: "The member has been removed.", continuing };
  },
);
