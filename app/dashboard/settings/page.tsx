import { Group, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { ProviderProblemNote } from "@/components/account/provider-problem-note";
import { ApiKeyPanel } from "@/components/settings/api-key-panel";
import { Connections } from "@/components/settings/connections";
import { DomainForm } from "@/components/settings/domain-form";
import { LinkedSmsAccount } from "@/components/settings/linked-sms-account";
import { PasswordForm } from "@/components/settings/password-form";
import { PlanSummary } from "@/components/settings/plan-summary";
import { ProfileForm } from "@/components/settings/profile-form";
import { SessionList } from "@/components/settings/session-list";
import { SmsAccountForm } from "@/components/settings/sms-account-form";
import { ZoneForm } from "@/components/settings/zone-form";
import { Card } from "@/components/ui/card";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { LanguageChoice } from "@/components/ui/language-choice";
import { ButtonLink } from "@/components/ui/link";
import { Page } from "@/components/ui/page";
import { isLegacyKeyOn } from "@/lib/auth/api-key";
import { hasPassword } from "@/lib/auth/log-in";
import { can } from "@/lib/auth/permissions";
import { readProviderProblem } from "@/lib/auth/provider-problem";
import { configuredProviders } from "@/lib/auth/providers";
import { requireSession } from "@/lib/auth/session";
import { listSessions } from "@/lib/auth/session-rows";
import { twoFactorOf } from "@/lib/auth/two-factor";
import { zonesWith } from "@/lib/contract/time-zones";
import { env } from "@/lib/platform/env";
import { listIdentities } from "@/lib/resources/account/identities";
import { planUsage } from "@/lib/resources/links/usage";
import { storageLimitOf, storageOf } from "@/lib/resources/plans/storage";
import { linkedSmsAccount } from "@/lib/resources/sms/account";
import { hasWeeklyReport } from "@/lib/resources/weekly-reports/service";
import { domainChoices } from "../_lib/domain-choices";
import {
  beFresh,
  changeEmail,
  changePassword,
  chooseDomain,
  disconnect,
  endAllOtherSessions,
  endOneSession,
  linkSms,
  mailPasswordLink,
  revealKey,
  rotateKey,
  startWeeklyReport,
  stopWeeklyReport,
  switchKey,
  unlinkSms,
} from "./actions";
import { leaveAction } from "./members/actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage({ searchParams }: PageProps<"/dashboard/settings">) {
  const t = await getTranslations("settings");
  const leaving = await getTranslations("leaving.settings");
  const { actor, self, sessionId } = await requireSession();
  const [sessions, withPassword, twoFactor, identities, keyIsOn, smsSid, usage, stored, domains, weekly] =
    await Promise.all([
      listSessions(self),
      hasPassword(self),
      twoFactorOf(self),
      listIdentities(self),
      isLegacyKeyOn(self.userId),
      linkedSmsAccount(actor),
      planUsage(actor),
      storageOf(actor.userId),
      domainChoices(actor),
      can(actor, "account:write") && hasWeeklyReport(actor),
    ]);
  const zone = actor.timeZone ?? "UTC";
  const providers = configuredProviders().map(({ id, name, issuer }) => ({ id, name, issuer }));
  return (
    <Page title={t("title")} size="form">
      <Stack gap="lg">
        <Card title={t("profile.title")}>
          <ProfileForm user={{ id: self.userId, username: self.username, email: self.email }} action={changeEmail} />
        </Card>
        <Card title={t("password.title")} lead={t(withPassword ? "password.lead" : "password.none")}>
          {withPassword ? (
            <PasswordForm email={self.email} action={changePassword} />
          ) : (
            <PlainForm action={mailPasswordLink} submit={t("password.mail")} fullWidth={false} />
          )}
        </Card>
        <Card title={t("twoFactor.title")} lead={t(twoFactor.enabledAt ? "twoFactor.on" : "twoFactor.off")}>
          <ButtonLink href="/dashboard/settings/two-factor" variant="default">
            {t(twoFactor.enabledAt ? "twoFactor.change" : "twoFactor.setUpLink")}
          </ButtonLink>
        </Card>
        {providers.length + identities.length > 0 && (
          <Card title={t("connections.title")} lead={t("connections.lead")}>
            <ProviderProblemNote told={readProviderProblem(await searchParams)} />
            <Connections providers={providers} identities={identities} disconnect={disconnect} beFresh={beFresh} />
          </Card>
        )}
        <Card title={t("sessions.title")}>
          <SessionList sessions={sessions} currentId={sessionId} end={endOneSession} endOthers={endAllOtherSessions} />
        </Card>
        {can(actor, "domains:write") && domains.length > 1 && (
          <Card title={t("domain.title")} lead={t("domain.lead")}>
            <DomainForm action={chooseDomain} domains={domains} />
          </Card>
        )}
        <Card title={t("plan.title")}>
          <PlanSummary usage={usage} storage={{ stored, limit: storageLimitOf(actor) }} until={actor.planExpiresAt} />
        </Card>
        <Card title={leaving("title")} lead={leaving("lead")}>
          <Group gap="sm">
            {(["limits", "handovers", "leave"] as const).map((name) => (
              <ButtonLink key={name} href={`/dashboard/settings/${name}`} variant="default">
                {leaving(name)}
              </ButtonLink>
            ))}
          </Group>
        </Card>
        <Card title={t("look.title")} lead={t("look.lead")}>
          <Group>
            <LanguageChoice />
            <ColorSchemeChoice />
          </Group>
        </Card>
        {can(actor, "account:write") && (
          <Card title={t("zone.title")} lead={t("zone.lead")}>
            <ZoneForm zones={zonesWith(zone)} chosen={zone} />
          </Card>
        )}
        {can(actor, "account:write") && (
          <Card title={t("weekly.title")} lead={t(env.SMTP_URL ? "weekly.lead" : "weekly.noMail")}>
            {(env.SMTP_URL || weekly) && (
              <PlainForm
                action={weekly ? stopWeeklyReport : startWeeklyReport}
                submit={t(weekly ? "weekly.stop" : "weekly.start")}
                variant="default"
                fullWidth={false}
              />
            )}
          </Card>
        )}
        {actor.userId === self.userId && (
          <Card title={t("key.title")} lead={t("key.lead")}>
            <ApiKeyPanel reveal={revealKey} rotate={rotateKey} isOn={keyIsOn} switchKey={switchKey} />
          </Card>
        )}
        {can(actor, "keys:read") && (
          <Card title={t("keys.open")} lead={t("keys.openLead")}>
            <ButtonLink href="/dashboard/settings/keys" variant="default">
              {t("keys.title")}
            </ButtonLink>
          </Card>
        )}
        {can(actor, "webhooks:read") && (
          <Card title={t("webhooks.title")} lead={t("webhooks.lead")}>
            <ButtonLink href="/dashboard/settings/webhooks" variant="default">
              {t("webhooks.open")}
            </ButtonLink>
          </Card>
        )}
        {can(actor, "members:read") && (
          <Card title={t("members.open")} lead={t("members.openLead")}>
            <ButtonLink href="/dashboard/settings/members" variant="default">
              {t("members.title")}
            </ButtonLink>
          </Card>
        )}
        {self.userId !== actor.userId && (
          <Card title={t("members.leave")} lead={t("members.leaveLead", { account: actor.username })}>
            <PlainForm action={leaveAction} submit={t("members.leave")} fullWidth={false} variant="default" />
          </Card>
        )}
        {can(actor, "sms:write") && can(actor, "keys:write") && (
          <Card title={t("sms.title")} lead={t("sms.lead")}>
            <Stack>
              {smsSid && <LinkedSmsAccount sid={smsSid} unlink={unlinkSms} />}
              <SmsAccountForm action={linkSms} isLinked={smsSid !== null} />
            </Stack>
          </Card>
        )}
      </Stack>
    </Page>
  );
}
