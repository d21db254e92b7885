import { Text } from "@mantine/core";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { ProviderButtons } from "@/components/account/providers";
import { RegisterForm } from "@/components/account/register-form";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { pageTitle } from "@/components/ui/page";
import { logInPath, nextPath, readNextPage } from "@/lib/auth/next-path";
import { configuredProviders } from "@/lib/auth/providers";
import { currentSession } from "@/lib/auth/session";
import { isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { env } from "@/lib/platform/env";
import { findInvitation, type RegistrationInvitation } from "@/lib/resources/account/invitations";
import { register } from "../actions";

export const generateMetadata = pageTitle("account", "register.title");

export default async function RegisterPage({ searchParams }: PageProps<"/register">) {
  const t = await getTranslations("account.register");
  const { next, invitation } = await searchParams;
  const token = typeof invitation === "string" ? invitation : undefined;
  const invited = token ? await findInvitation(token) : null;
  const session = await currentSession();
  if (session && invited) return <LoggedIn invited={invited} username={session.self.username} />;
  if (session) redirect(nextPath(next));
  const path = readNextPage(next);
  const open = invited !== null || (!token && (await isRegistrationOpen()));
  const lead = invited?.inviter ? t("invitedBy", { inviter: invited.inviter }) : t("lead");
  const refusal = token ? "overText" : env.REGISTRATION !== "off" ? "closedText" : "offText";
  return (
    <AuthCard title={t(open ? "title" : "closed")} lead={open ? lead : undefined}>
      {open ? (
        <>
          <RegisterForm
            action={register}
            next={path}
            invited={invited && token ? { email: invited.email, token } : undefined}
          />
          <ProviderButtons providers={configuredProviders()} next={path} />
        </>
      ) : (
        <Text>{t(refusal)}</Text>
      )}
      <Text size="sm" ta="center" c="dimmed">
        {t.rich("haveAccount", {
          link: (words) => (
            <TextLink href={logInPath(path)} inherit>
              {words}
            </TextLink>
          ),
        })}
      </Text>
    </AuthCard>
  );
}

/** The page of an invitation for a person who is logged in. */
async function LoggedIn({ invited, username }: { invited: RegistrationInvitation; username: string }) {
  const t = await getTranslations("account");
  const { email, inviter } = invited;
  return (
    <AuthCard title={t("join.title")} lead={inviter ? t("register.invitedBy", { inviter }) : undefined}>
      <Text>{t("register.invited", { email })}</Text>
      <Text>{t("register.loggedIn", { username })}</Text>
      <ButtonLink href="/dashboard">{t("join.home")}</ButtonLink>
    </AuthCard>
  );
}
