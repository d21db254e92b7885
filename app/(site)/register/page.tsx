import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { ProviderButtons } from "@/components/account/provider-buttons";
import { RegisterForm } from "@/components/account/register-form";
import { TextLink } from "@/components/ui/link";
import { logInPath, nextPath } from "@/lib/auth/next-path";
import { configuredProviders } from "@/lib/auth/providers";
import { currentActor } from "@/lib/auth/session";
import { register } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("register.title") };
}

export default async function RegisterPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const t = await getTranslations("account.register");
  const { next } = await searchParams;
  if (await currentActor()) redirect(nextPath(next));
  const path = typeof next === "string" ? next : undefined;
  return (
    <AuthCard title={t("title")} lead={t("lead")}>
      <RegisterForm action={register} next={path} />
      <ProviderButtons providers={configuredProviders()} next={path} />
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
