import { endpoint } from "@/lib/http/endpoint";
import { withdrawInvitation } from "@/lib/resources/members/invitations";
import * as operations from "@/lib/resources/members/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(
  operations.withdrawInvitation,
  async ({ actor, params }) => {
    await withdrawInvitation(actor, params.id);
    return { message: "The invitation has been withdrawn." };
  },
);
