import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { getFormatter, getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { PlainForm } from "@/components/account/plain-form";
import { ButtonLink } from "@/components/ui/link";
import { logInPath } from "@/lib/auth/next-path";
import { currentSession } from "@/lib/auth/session";
import { env } from "@/lib/platform/env";
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
        <ButtonLink href="/dashboard">{t("home")}</ButtonLink>
      </AuthCard>
    );
  const { account, inviter, role, email, expiresAt } = invitation;
  const session = await currentSession();
  const lead = { account: account.username, inviter: inviter?.username ?? "", email: inviter?.email ?? "" };
  const date = (await getFormatter()).dateTime(expiresAt, { dateStyle: "long" });
  return (
    <AuthCard title={t("title")} lead={t("lead", lead)}>
      <Text>{t(`roles.${role}`)}</Text>
      <Text size="sm" c="dimmed">
        {t("until", { email, date })} {session ? t("as", { username: session.self.username }) : t("need")}
      </Text>
      {session ? (
        <>
          <PlainForm action={join} submit={t("accept")} token={token} />
          <PlainForm action={declineJoining} submit={t("decline")} token={token} variant="default" />
        </>
      ) : (
        <SignedOut path={`/team/${token}`} />
      )}
    </AuthCard>
  );
}

/** How a person without an account can get one to accept the invitation. */
async function SignedOut({ path }: { path: string }) {
  const t = await getTranslations("account");
  return (
    <>
      <ButtonLink href={logInPath(path)}>{t("join.logIn")}</ButtonLink>
      {env.REGISTRATION === "open" ? (
        <ButtonLink href={`/register?next=${encodeURIComponent(path)}`} variant="default">
          {t("register.submit")}
        </ButtonLink>
      ) : (
        <Text>{t("join.noSignUp")}</Text>
      )}
    </>
  );
}
