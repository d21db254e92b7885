import { endpoint } from "@/lib/http/endpoint";
import { changeMember } from "@/lib/resources/members/schema";
import { changeRole } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(changeMember, async ({ actor, params, body }) => {
  await changeRole(actor, params.id, body.role);
  return { message: "The member's role has been changed." };
});
