import { Stack } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { ProviderProblemNote } from "@/components/account/provider-problem-note";
import { Connections } from "@/components/settings/connections";
import { PasswordForm } from "@/components/settings/password-form";
import { SessionList } from "@/components/settings/session-list";
import { Card } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import { Page } from "@/components/ui/page";
import { pageTitle } from "@/components/ui/page-title";
import { hasPassword } from "@/lib/auth/log-in";
import { readProviderProblem } from "@/lib/auth/provider-problem";
import { configuredProviders } from "@/lib/auth/providers";
import { requireSession } from "@/lib/auth/session";
import { listSessions } from "@/lib/auth/session-rows";
import { twoFactorOf } from "@/lib/auth/two-factor";
import { env } from "@/lib/platform/env";
import { listIdentities } from "@/lib/resources/account/identities";
import {
  changePassword,
  disconnect,
  endAllOtherSessions,
  endOneSession,
  mailPasswordLink,
  requireConfirmationAction,
} from "../actions";

export const generateMetadata = pageTitle("settings", "sections.security");

/** How the user logs in, and where they are logged in. */
export default async function SecurityPage({ searchParams }: PageProps<"/dashboard/settings/security">) {
  const t = await getTranslations("settings");
  const { self, sessionId } = await requireSession();
  const [sessions, withPassword, twoFactor, identities] = await Promise.all([
    listSessions(self),
    hasPassword(self),
    twoFactorOf(self),
    listIdentities(self),
  ]);
  const providers = configuredProviders().map(({ id, name, issuer }) => ({ id, name, issuer }));
  return (
    <Page title={t("sections.security")} size="form">
      <Stack gap="lg">
        <Card title={t("password.title")} lead={t(withPassword ? "password.lead" : "password.none")}>
          {withPassword ? (
            <PasswordForm email={self.email} action={changePassword} />
          ) : (
            <PlainForm
              action={mailPasswordLink}
              submit={t(env.SMTP_URL ? "password.mail" : "password.mailWithoutMail")}
              fullWidth={false}
            />
          )}
        </Card>
        <Card title={t("twoFactor.title")} lead={t(twoFactor.enabledAt ? "twoFactor.on" : "twoFactor.off")}>
          <ButtonLink href="/dashboard/settings/two-factor" variant="default">
            {t(twoFactor.enabledAt ? "twoFactor.change" : "twoFactor.setUpLink")}
          </ButtonLink>
        </Card>
        {providers.length + identities.length > 0 && (
          <Card title={t("connections.title")} lead={t("connections.lead")}>
            <ProviderProblemNote problem={readProviderProblem(await searchParams)} />
            <Connections
              providers={providers}
              identities={identities}
              disconnect={disconnect}
              beFresh={requireConfirmationAction}
            />
          </Card>
        )}
        <Card title={t("sessions.title")}>
          <SessionList sessions={sessions} currentId={sessionId} end={endOneSession} endOthers={endAllOtherSessions} />
        </Card>
      </Stack>
    </Page>
  );
}
