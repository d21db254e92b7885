import { Group, Stack } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/components/account/plain-form";
import { DomainForm, ProfileForm, ZoneForm } from "@/components/settings/profile-forms";
import { Card } from "@/components/ui/card";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { LanguageChoice } from "@/components/ui/language-choice";
import { Page, pageTitle } from "@/components/ui/page";
import { hasPermission } from "@/lib/auth/permissions";
import { requireSession } from "@/lib/auth/session";
import { zonesWith } from "@/lib/contract/local-time";
import { env } from "@/lib/platform/env";
import { hasWeeklyReport } from "@/lib/resources/weekly-reports/service";
import { domainChoices } from "../_lib/choices";
import {
  changeEmail,
  chooseDomain,
  startWeeklyReport,
  stopWeeklyReport,
  trackConversions,
  trackNoConversions,
} from "./actions";
import { leaveAction } from "./members/actions";

export const generateMetadata = pageTitle("settings", "title");

/** The user's profile, and the account's defaults. */
export default async function SettingsPage() {
  const t = await getTranslations("settings");
  const { actor, self } = await requireSession();
  const mayChange = hasPermission(actor, "account:write");
  const [domains, weekly] = await Promise.all([domainChoices(actor), mayChange && hasWeeklyReport(actor)]);
  const zone = actor.timeZone ?? "UTC";
  return (
    <Page title={t("title")} size="form">
      <Stack gap="lg">
        <Card title={t("profile.title")}>
          <ProfileForm user={{ id: self.userId, username: self.username, email: self.email }} action={changeEmail} />
        </Card>
        <Card title={t("look.title")} lead={t("look.lead")}>
          <Group>
            <LanguageChoice />
            <ColorSchemeChoice />
          </Group>
        </Card>
        {mayChange && (
          <div id="zone">
            <Card title={t("zone.title")} lead={t("zone.lead")}>
              <ZoneForm zones={zonesWith(zone)} chosen={zone} />
            </Card>
          </div>
        )}
        {hasPermission(actor, "domains:write") && domains.length > 1 && (
          <Card title={t("domain.title")} lead={t("domain.lead")}>
            <DomainForm action={chooseDomain} domains={domains} />
          </Card>
        )}
        {mayChange && (
          <Card title={t("conversions.title")} lead={t("conversions.lead")}>
            <PlainForm
              action={actor.trackConversions ? trackNoConversions : trackConversions}
              submit={t(actor.trackConversions ? "conversions.stop" : "conversions.start")}
              variant="default"
              fullWidth={false}
            />
          </Card>
        )}
        {mayChange && (
          <Card title={t("weekly.title")} lead={t(env.SMTP_URL ? "weekly.lead" : "weekly.leadWithoutMail")}>
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
        {self.userId !== actor.userId && (
          <Card title={t("members.leave")} lead={t("members.leaveLead", { account: actor.username })}>
            <PlainForm action={leaveAction} submit={t("members.leave")} fullWidth={false} variant="default" />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
