import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { continuingItems, invitationItem, inviteBody, memberBody, memberList } from "./schema";

const tag = "Members";
const params = z.object({ id: id().describe("The user ID of the member.") });

export const listMembers = operation({
  method: "GET",
  path: "/api/members",
  permission: "members:read",
  tag,
  summary: "List members and invitations",
  query: pageQuery,
  result: memberList,
});

export const inviteMember = operation({
  method: "POST",
  path: "/api/member/invite",
  permission: "members:write",
  tag,
  summary: "Invite a member",
  description:
    "The invited person gets an e-mail with a link if the service sends e-mail, and has a week to accept with their own log-in. A new invitation to the same address replaces the earlier one.",
  body: inviteBody,
  refuses: ["member_already", "too_many_attempts"],
  secret: true,
  result: z.object({
    id: invitationItem.shape.id,
    url: z
      .url()
      .describe("The invitation link. You can also send it in another way.")
      .meta({ example: "https://sign.example/team/Vq3…" }),
    mailed: z.boolean().describe("Whether an e-mail with the link was sent. If not, send the link yourself."),
  }),
});

export const withdrawInvitation = operation({
  method: "DELETE",
  path: "/api/member/invitation/{id}/delete",
  permission: "members:write",
  tag,
  summary: "Withdraw an invitation",
  params: z.object({ id: id().describe("The ID of the invitation.") }),
  result: messageResult,
});

export const changeMember = operation({
  method: "PUT",
  path: "/api/member/{id}/update",
  permission: "members:write",
  tag,
  summary: "Change a member's role",
  description: "The new role also limits the member's API keys at once.",
  params,
  body: memberBody,
  result: messageResult,
});

export const removeMember = operation({
  method: "DELETE",
  path: "/api/member/{id}/delete",
  permission: "members:write",
  tag,
  summary: "Remove a member",
  description:
    "They lose access at once, and the API keys that they created for the account stop working. Webhooks and forwardings that they created go on; the answer names them.",
  params,
  result: messageResult.extend({ continuing: continuingItems }),
});
