import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { PlainForm } from "@/components/account/plain-form";
import { ButtonLink } from "@/components/ui/link";
import { readSsoState } from "@/lib/auth/sso";
import { logInOnce } from "../../../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("logIn.title"), robots: "noindex" };
}

/** The page of a log-in URL that a program opened, or that no longer works. */
export default async function ConfirmPage({ params }: PageProps<"/login/sso/[token]/confirm">) {
  const t = await getTranslations("account");
  const { token } = await params;
  const state = await readSsoState(token);
  if (state === "usable") {
    return (
      <AuthCard title={t("logIn.title")} lead={t("sso.lead")}>
        <PlainForm action={logInOnce} submit={t("logIn.submit")} token={token} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("sso.over")}>
      <Text>{t(`sso.${state}`)}</Text>
      <ButtonLink href="/login">{t("sso.withPassword")}</ButtonLink>
    </AuthCard>
  );
}
