import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/members/operations";
import { removeMember } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.removeMember,
  async ({ actor, params }) => {
    await removeMember(actor, params.id);
    return { message: "The member has been removed." };
  },
);
