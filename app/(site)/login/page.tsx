import { Text } from "@mantine/core";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { LogInForm } from "@/components/account/log-in-forms";
import { ProviderButtons, ProviderProblemNote } from "@/components/account/providers";
import { TextLink } from "@/components/ui/link";
import { pageTitle } from "@/components/ui/page";
import { nextPath, readNextPage } from "@/lib/auth/next-path";
import { readProviderProblem } from "@/lib/auth/provider-problem";
import { configuredProviders } from "@/lib/auth/providers";
import { currentActor } from "@/lib/auth/session";
import { isRegistrationOpen } from "@/lib/platform/cache/instance-settings";
import { logIn } from "../actions";

export const generateMetadata = pageTitle("account", "logIn.title");

export default async function LogInPage({ searchParams }: PageProps<"/login">) {
  const t = await getTranslations("account.logIn");
  const query = await searchParams;
  if (await currentActor()) redirect(nextPath(query.next));
  const path = readNextPage(query.next);
  return (
    <AuthCard title={t("title")}>
      <ProviderProblemNote problem={readProviderProblem(query)} />
      <LogInForm action={logIn} next={path} />
      <ProviderButtons providers={configuredProviders()} next={path} />
      {(await isRegistrationOpen()) && (
        <Text size="sm" ta="center" c="dimmed">
          {t.rich("noAccount", {
            link: (words) => (
              <TextLink href={path ? `/register?next=${encodeURIComponent(path)}` : "/register"} inherit>
                {words}
              </TextLink>
            ),
          })}
        </Text>
      )}
    </AuthCard>
  );
}
