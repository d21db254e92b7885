import { Text } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { ResetPasswordForm } from "@/components/account/password-reset-forms";
import { ButtonLink } from "@/components/ui/link";
import { pageTitle } from "@/components/ui/page";
import { userOfResetToken } from "@/lib/auth/password-reset";
import { listIdentities } from "@/lib/resources/account/identities";
import { setNewPassword } from "../../actions";

export const generateMetadata = pageTitle("account", "reset.title");

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const t = await getTranslations("account.reset");
  const { token } = await params;
  const userId = await userOfResetToken(token);
  if (userId !== null) {
    const identities = await listIdentities({ userId });
    return (
      <AuthCard title={t("title")} lead={t("lead")}>
        <ResetPasswordForm action={setNewPassword} token={token} connected={identities.map(({ label }) => label)} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("over")}>
      <Text>{t("overText")}</Text>
      <ButtonLink href="/forgot-password">{t("again")}</ButtonLink>
    </AuthCard>
  );
}
