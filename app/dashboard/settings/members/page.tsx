import { Stack } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { InviteMemberForm, MemberInvitations, MemberList } from "@/components/members/members";
import { Card } from "@/components/ui/card";
import { Page, pageTitle } from "@/components/ui/page";
import { hasPermission } from "@/lib/auth/permissions";
import { requireSession } from "@/lib/auth/session";
import { listContinuing, listMemberInvitations, listMembers } from "@/lib/resources/members/service";
import { hasFeature } from "@/lib/resources/plans/quota";
import { requirePermission } from "../../_lib/required";
import { changeRoleAction, inviteMemberAction, removeMemberAction, withdrawMemberInvitation } from "./actions";

export const generateMetadata = pageTitle("settings", "members.title");

/** The account's members and open invitations. */
export default async function MembersPage() {
  const t = await getTranslations("settings.members");
  const actor = await requirePermission("members:read");
  const { self } = await requireSession();
  const [members, invitations, continuing] = await Promise.all([
    listMembers(actor, { page: 1, limit: 1_001 }),
    listMemberInvitations(actor),
    listContinuing(actor),
  ]);
  const mayChange = hasPermission(actor, "members:write");
  return (
    <Page title={t("title")} lead={t("lead", { account: actor.username })} size="form">
      <Stack gap="lg">
        {mayChange && (
          <Card title={t("invite")} lead={hasFeature(actor, "team") ? t("inviteLead") : t("notInPlan")}>
            {hasFeature(actor, "team") && <InviteMemberForm action={inviteMemberAction} />}
          </Card>
        )}
        <Card title={t("members")}>
          <MemberList
            members={members.rows}
            selfId={self.userId}
            continuing={continuing}
            change={mayChange ? { role: changeRoleAction, remove: removeMemberAction } : null}
          />
        </Card>
        {invitations.length > 0 && (
          <Card title={t("invitations")}>
            <MemberInvitations invitations={invitations} withdraw={mayChange ? withdrawMemberInvitation : null} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
