import { memberRoles } from "@/lib/auth/permissions";
import { email, id, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
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

export const memberList = members.extend({
  data: members.shape.data.extend({
    invitations: z.array(invitationItem).describe("Invitations that are not accepted yet."),
  }),
});
