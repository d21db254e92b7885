import { Button, Stack, Text } from "@mantine/core";
import { notFound } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { InviteForm } from "@/components/admin/invite-form";
import classes from "@/components/settings/settings.module.css";
import { Card } from "@/components/ui/card";
import { Page, pageTitle } from "@/components/ui/page";
import type { Invitation } from "@/generated/prisma/client";
import { weights } from "@/lib/contract/theme";
import { env } from "@/lib/platform/env";
import { listInvitations } from "@/lib/resources/account/invitations";
import { administrator } from "../../../_lib/required";
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

interface InvitationListProps {
  invitations: Invitation[];
  withdraw: (form: FormData) => Promise<void>;
}

/** Invitations that have not been accepted yet. */
function InvitationList({ invitations, withdraw }: InvitationListProps) {
  const t = useTranslations("admin.invite");
  const { dateTime } = useFormatter();
  if (invitations.length === 0) return <Text c="dimmed">{t("none")}</Text>;
  return (
    <ul className={classes.entries}>
      {invitations.map(({ email, expiresAt }) => (
        <li key={email}>
          <div className={classes.entry}>
            <Text fw={weights.medium}>{email}</Text>
            <Text size="sm" c="dimmed">
              {t("until", { date: dateTime(expiresAt, { dateStyle: "medium" }) })}
            </Text>
          </div>
          <form action={withdraw}>
            <input type="hidden" name="email" value={email} />
            <Button type="submit" size="xs" variant="default" aria-label={t("withdrawOf", { email })}>
              {t("withdraw")}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
