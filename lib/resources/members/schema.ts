import { memberRoles } from "@/lib/auth/permissions";
import { email, id, timestamp } from "@/lib/contract/fields";
import { messageResult, operation } from "@/lib/contract/operation";
import { pageQuery, pageResult } from "@/lib/contract/pagination";
import { z } from "@/lib/contract/zod";

const role = () =>
  z
    .enum(memberRoles)
    .describe(
      "`admin`: everything except the account itself; `editor`: links and everything that belongs to them; `analyst`: read only.",
    );

export const inviteBody = z
  .object({ email: email().describe("The e-mail address to invite."), role: role() })
  .meta({ example: { email: "grace@example.com", role: "editor" } });

export const memberBody = z.object({ role: role() }).meta({ example: { role: "analyst" } });

export type Invite = z.infer<typeof inviteBody>;
export type MemberRole = z.infer<typeof memberBody>["role"];

export const memberItem = z
  .object({
    id: id().describe("The ID of the user."),
    username: z.string().meta({ example: "grace" }),
    email: z.string().meta({ format: "email", example: "grace@example.com" }),
    role: z.enum(["owner", ...memberRoles]),
    date: timestamp().describe("When they became a member (UTC). For the owner, when the account was created."),
  })
  .meta({ id: "Member" });

export const invitationItem = z
  .object({
    id: id(),
    email: z.string().meta({ format: "email", example: "ada@example.com" }),
    role: z.enum(memberRoles),
    expires: timestamp().describe("Until when its link works (UTC)."),
  })
  .meta({ id: "MemberInvitation" });

const continuing = z.array(z.object({ id: id(), name: z.string().meta({ example: "Orders" }) }));

export const continuingItems = z
  .object({
    webhooks: continuing.describe("The member's webhooks."),
    forwardings: continuing.describe("The member's forwardings."),
  })
  .describe(
    "What the member created and what still sends events. Delete it, or change its secret, if they must not get any.",
  );

const members = pageResult("members", memberItem);

const memberList = members.extend({
  data: members.shape.data.extend({
    invitations: z.array(invitationItem).describe("Invitations that are not accepted yet."),
  }),
});

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
