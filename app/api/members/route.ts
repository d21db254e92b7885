import { pageOf, presentPage } from "@/lib/contract/pagination";
import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/members/operations";
import { presentInvitation, presentMember } from "@/lib/resources/members/presenter";
import { listMemberInvitations, listMembers } from "@/lib/resources/members/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.listMembers, async ({ actor, query }) => {
  const page = pageOf(query);
  const { data } = presentPage(page, await listMembers(actor, page), "members", presentMember);
  return { data: { ...data, invitations: (await listMemberInvitations(actor)).map(presentInvitation) } };
});
