import { presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import { presentInvitation, presentMember } from "@/lib/resources/members/presenter";
import * as operations from "@/lib/resources/members/schema";
import { listMemberInvitations, listMembers } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listMembers, async ({ actor, page }) => {
  const [members, invitations] = await Promise.all([listMembers(actor, page), listMemberInvitations(actor)]);
  const { data } = presentPage(page, members, "members", presentMember);
  return { data: { ...data, invitations: invitations.map(presentInvitation) } };
});
