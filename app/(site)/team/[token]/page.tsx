import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { PlainForm } from "@/components/account/plain-form";
import { ButtonLink } from "@/components/ui/link";
import { logInPath } from "@/lib/auth/next-path";
import { currentSession } from "@/lib/auth/session";
import { findInvitation } from "@/lib/resources/members/invitations";
import { declineJoining, join } from "../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("join.title"), robots: "noindex" };
}

/** The page of an invitation to an account. Opening it changes nothing, because mail scanners open links, too. */
export default async function JoinPage({ params }: PageProps<"/team/[token]">) {
  const t = await getTranslations("account.join");
  const { token } = await params;
  const invitation = await findInvitation(token);
  if (!invitation)
    return (
      <AuthCard title={t("over")}>
        <Text>{t("overText")}</Text>
        <ButtonLink href="/dashboard" size="md">
          {t("home")}
        </ButtonLink>
      </AuthCard>
    );
  const session = await currentSession();
  if (!session) redirect(logInPath(`/team/${token}`));
  const words = { account: invitation.account.username, username: session.self.username };
  return (
    <AuthCard title={t("title")} lead={t("lead", words)}>
      <Text>{t(`roles.${invitation.role}`)}</Text>
      <Text size="sm" c="dimmed">
        {t("as", words)}
      </Text>
      <PlainForm action={join} submit={t("accept")} token={token} />
      <PlainForm action={declineJoining} submit={t("decline")} token={token} variant="default" />
    </AuthCard>
  );
}
