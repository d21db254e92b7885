import { Text } from "@mantine/core";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { ForgotPasswordForm } from "@/components/account/password-reset-forms";
import { TextLink } from "@/components/ui/link";
import { pageTitle } from "@/components/ui/page";
import { env } from "@/lib/platform/env";
import { forgotPassword } from "../actions";

export const generateMetadata = pageTitle("account", "forgot.title");

export default async function ForgotPasswordPage() {
  const t = await getTranslations("account.forgot");
  return (
    <AuthCard title={t("heading")} lead={t(env.SMTP_URL ? "lead" : "leadWithoutMail")}>
      <ForgotPasswordForm action={forgotPassword} submit={t(env.SMTP_URL ? "submit" : "submitWithoutMail")} />
      <Text ta="center">
        <TextLink href="/login" inherit>
          {t("back")}
        </TextLink>
      </Text>
    </AuthCard>
  );
}
