import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { CodeForm } from "@/components/account/code-form";
import { TextLink } from "@/components/ui/link";
import { readShortCookie } from "@/lib/auth/short-cookie";
import { submitSecondFactor } from "../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("code.title"), robots: "noindex" };
}

/** The second step of a log-in. */
export default async function CodePage() {
  const t = await getTranslations("account.code");
  if (!(await readShortCookie("log-in"))) redirect("/login");
  return (
    <AuthCard title={t("title")} lead={t("lead")}>
      <CodeForm action={submitSecondFactor} />
      <Text size="sm" ta="center" c="dimmed">
        {t("lost")}{" "}
        <TextLink href="/login" inherit>
          {t("back")}
        </TextLink>
      </Text>
    </AuthCard>
  );
}
