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
import { env } from "@/lib/platform/env";
import { invitedBy } from "@/lib/resources/account/invitations";
import { register } from "../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("register.title") };
}

export default async function RegisterPage({ searchParams }: PageProps<"/register">) {
  const t = await getTranslations("account.register");
  const { next, invitation } = await searchParams;
  if (await currentActor()) redirect(nextPath(next));
  const path = typeof next === "string" ? next : undefined;
  const token = typeof invitation === "string" ? invitation : undefined;
  const invited = token ? await invitedBy(token) : null;
  const open = invited !== null || (env.REGISTRATION === "open" && !token);
  const refusal = token ? "overText" : env.REGISTRATION === "invite" ? "closedText" : "offText";
  return (
    <AuthCard title={t(open ? "title" : "closed")} lead={open ? t("lead") : undefined}>
      {open ? (
        <>
          <RegisterForm
            action={register}
            next={path}
            invited={invited && token ? { email: invited, token } : undefined}
          />
          <ProviderButtons providers={configuredProviders()} next={path} />
        </>
      ) : (
        <Text>{t(refusal)}</Text>
      )}
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
