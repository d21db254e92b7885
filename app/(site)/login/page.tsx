import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { LogInForm } from "@/components/account/log-in-form";
import { TextLink } from "@/components/ui/link";
import { nextPath } from "@/lib/auth/next-path";
import { currentActor } from "@/lib/auth/session";
import { logIn } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("logIn.title") };
}

export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const t = await getTranslations("account.logIn");
  const { next } = await searchParams;
  if (await currentActor()) redirect(nextPath(next));
  const path = typeof next === "string" ? next : undefined;
  return (
    <AuthCard title={t("title")}>
      <LogInForm action={logIn} next={path} />
      <Text size="sm" ta="center" c="dimmed">
        {t.rich("noAccount", {
          link: (words) => (
            <TextLink href={path ? `/register?next=${encodeURIComponent(path)}` : "/register"} inherit>
              {words}
            </TextLink>
          ),
        })}
      </Text>
    </AuthCard>
  );
}
