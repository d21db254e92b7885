import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { invitationItem, inviteBody, memberBody, memberList } from "./schema";

const tag = "Members";
const params = z.object({ id: id().describe("The id of the member, as a user.") });

export const listMembers = operation({
  method: "GET",
  path: "/api/members",
  permission: "members:read",
  tag,
  summary: "List who acts for your account",
  query: pageQuery,
  result: memberList,
});

export const inviteMember = operation({
  method: "POST",
  path: "/api/member/invite",
  permission: "members:write",
  tag,
  summary: "Invite somebody to your account",
  description:
    "They get a mail with a link, and accept with a log-in of their own, within a week. Sent again, it takes the place of the one before.",
  body: inviteBody,
  refuses: ["member_already", "too_many_attempts"],
  secret: true,
  result: z.object({
    id: invitationItem.shape.id,
    url: z
      .url()
      .describe("The link, to be sent in another way too.")
      .meta({ example: "https://sign.example/team/Vq3…" }),
  }),
});

export const withdrawInvitation = operation({
  method: "DELETE",
  path: "/api/member/invitation/{id}/delete",
  permission: "members:write",
  tag,
  summary: "Withdraw an invitation",
  params: z.object({ id: id().describe("The id of the invitation.") }),
  result: messageResult,
});

export const changeMember = operation({
  method: "PUT",
  path: "/api/member/{id}/update",
  permission: "members:write",
  tag,
  summary: "Change a member's role",
  description: "From then on their API keys can do no more than the role either.",
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
  description: "Their access ends at once, and so do the API keys that they have made for the account.",
  params,
  result: messageResult,
});
