import { Stack } from "@mantine/core";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { InvitationList } from "@/components/admin/invitation-list";
import { InviteForm } from "@/components/admin/invite-form";
import { Card } from "@/components/ui/card";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { env } from "@/lib/platform/env";
import { listInvitations } from "@/lib/resources/account/invitations";
import { administrator } from "../../administrator";
import { inviteAction, withdrawAction } from "./actions";

export const generateMetadata = pageTitle("admin", "invite.title");

export default async function InvitePage() {
  const actor = await administrator();
  if (env.REGISTRATION === "off") notFound();
  const t = await getTranslations("admin.invite");
  return (
    <Page title={t("title")} size="form">
      <Stack gap="lg">
        <Card title={t("link")}>
          <InviteForm action={inviteAction} />
        </Card>
        <Card title={t("open")}>
          <InvitationList invitations={await listInvitations(actor)} withdraw={withdrawAction} />
        </Card>
      </Stack>
    </Page>
  );
}
