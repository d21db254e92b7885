import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { CodeForm } from "@/components/account/log-in-forms";
import { TextLink } from "@/components/ui/link";
import { submitSecondFactor } from "../../actions";
import { logInAt } from "../../complete-log-in";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("code.title"), robots: "noindex" };
}

/** The second step of a log-in. */
export default async function CodePage({ searchParams }: PageProps<"/login/code">) {
  const t = await getTranslations("account.code");
  const { cookie } = (await logInAt("code", (await searchParams).of)) ?? redirect("/login");
  return (
    <AuthCard title={t("title")} lead={t("lead")}>
      <CodeForm action={submitSecondFactor} of={cookie} />
      <Text size="sm" ta="center" c="dimmed">
        {t("lost")}{" "}
        <TextLink href="/login" inherit>
          {t("back")}
        </TextLink>
      </Text>
    </AuthCard>
  );
}
