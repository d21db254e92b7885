import { endpoint } from "@/lib/http/endpoint";
import { listContinuing } from "@/lib/resources/members/continuing";
import * as operations from "@/lib/resources/members/operations";
import { presentContinuing } from "@/lib/resources/members/presenter";
import { removeMember } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.removeMember,
  async ({ actor, params }) => {
    await removeMember(actor, params.id);
    const continuing = presentContinuing(await listContinuing(actor, params.id));
    return { message: "The member has been removed.", continuing };
  },
);
