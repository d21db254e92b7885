import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { ApiKeyPanel } from "@/components/settings/api-key-panel";
import { PasswordForm } from "@/components/settings/password-form";
import { ProfileForm } from "@/components/settings/profile-form";
import { SessionList } from "@/components/settings/session-list";
import { Page } from "@/components/shell/page";
import { Card } from "@/components/ui/card";
import { requireSession } from "@/lib/auth/session";
import { listSessions } from "@/lib/auth/session-rows";
import { changeEmail, changePassword, endAllOtherSessions, endOneSession, revealKey, rotateKey } from "./actions";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const { actor, sessionId } = await requireSession();
  const sessions = await listSessions(actor);
  return (
    <Page title="Settings" size={820}>
      <Stack gap="lg">
        <Card title="Profile">
          <ProfileForm user={{ id: actor.userId, username: actor.username, email: actor.email }} action={changeEmail} />
        </Card>
        <Card title="API key" lead="Programs that send this key act in your name. Keep it secret.">
          <ApiKeyPanel reveal={revealKey} rotate={rotateKey} />
        </Card>
        <Card title="Password" lead="A new password logs you out everywhere else.">
          <PasswordForm email={actor.email} action={changePassword} />
        </Card>
        <Card title="Where you are logged in">
          <SessionList sessions={sessions} currentId={sessionId} end={endOneSession} endOthers={endAllOtherSessions} />
        </Card>
      </Stack>
    </Page>
  );
}
