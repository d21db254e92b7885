import { endpoint } from "@/lib/http/endpoint";
import { inviteMember } from "@/lib/resources/members/invitations";
import * as operations from "@/lib/resources/members/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.inviteMember, ({ actor, body }) =>
  inviteMember(actor, body),
);
