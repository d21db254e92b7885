import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { ResetPasswordForm } from "@/components/account/reset-password-form";
import { ButtonLink } from "@/components/ui/link";
import { isResetTokenValid } from "@/lib/auth/password-reset";
import { setNewPassword } from "../../actions";

export const metadata: Metadata = { title: "Set a new password" };

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (await isResetTokenValid(token)) {
    return (
      <AuthCard title="Set a new password" lead="You will be logged out everywhere else.">
        <ResetPasswordForm action={setNewPassword} token={token} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="This link does not work any more">
      <Text>A link works once, for one hour. This one has expired or was used already.</Text>
      <ButtonLink href="/forgot-password" size="md">
        Ask for a new link
      </ButtonLink>
    </AuthCard>
  );
}
