import { Group, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ApiKeyPanel } from "@/components/settings/api-key-panel";
import { PasswordForm } from "@/components/settings/password-form";
import { ProfileForm } from "@/components/settings/profile-form";
import { SessionList } from "@/components/settings/session-list";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { ColorSchemeChoice } from "@/components/ui/color-scheme-choice";
import { LanguageChoice } from "@/components/ui/language-choice";
import { requireSession } from "@/lib/auth/session";
import { listSessions } from "@/lib/auth/session-rows";
import { changeEmail, changePassword, endAllOtherSessions, endOneSession, revealKey, rotateKey } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("settings"))("title") };
}

export default async function SettingsPage() {
  const t = await getTranslations("settings");
  const { actor, sessionId } = await requireSession();
  const sessions = await listSessions(actor);
  return (
    <Page title={t("title")} size={820}>
      <Stack gap="lg">
        <Card title={t("profile.title")}>
          <ProfileForm user={{ id: actor.userId, username: actor.username, email: actor.email }} action={changeEmail} />
        </Card>
        <Card title={t("look.title")} lead={t("look.lead")}>
          <Group>
            <LanguageChoice />
            <ColorSchemeChoice />
          </Group>
        </Card>
        <Card title={t("key.title")} lead={t("key.lead")}>
          <ApiKeyPanel reveal={revealKey} rotate={rotateKey} />
        </Card>
        <Card title={t("password.title")} lead={t("password.lead")}>
          <PasswordForm email={actor.email} action={changePassword} />
        </Card>
        <Card title={t("sessions.title")}>
          <SessionList sessions={sessions} currentId={sessionId} end={endOneSession} endOthers={endAllOtherSessions} />
        </Card>
      </Stack>
    </Page>
  );
}
