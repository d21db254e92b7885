import { Alert, Text } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { PlainForm } from "@/components/account/plain-form";
import { TextLink } from "@/components/ui/link";
import { readShortCookie } from "@/lib/auth/short-cookie";
import { refusalIn } from "@/lib/contract/refusals";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/env";
import { mailConfirmationAgain } from "../../actions";
import { logInAt } from "../../complete-log-in";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("confirm.title"), robots: "noindex" };
}

/** The page for users whose address is not confirmed yet. */
export default async function ConfirmationAwaitedPage({ searchParams }: PageProps<"/login/confirm">) {
  // Without a mail server, nothing has to be confirmed.
  if (!env.SMTP_URL) redirect("/login");
  const t = await getTranslations("account.confirm");
  // A registration is not looked up, because the page must not reveal whether the account exists.
  const { of, unsent } = await searchParams;
  const begun = (await readShortCookie("registration", of)) ?? (await logInAt("email", of)) ?? redirect("/login");
  const email = "email" in begun ? begun.email : await emailOf(begun.userId);
  return (
    <AuthCard title={t("title")} lead={unsent === undefined ? t("sent", { email }) : undefined}>
      {unsent === undefined ? (
        <Text>{t("awaited")}</Text>
      ) : (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {refusalIn(await getLocale(), { code: "mail_not_sent" })}
        </Alert>
      )}
      <PlainForm action={mailConfirmationAgain} submit={t("again")} of={begun.cookie} />
      <Text size="sm" ta="center" c="dimmed">
        {t.rich("wrong", {
          link: (words) => (
            <TextLink href="/register" inherit>
              {words}
            </TextLink>
          ),
        })}
      </Text>
    </AuthCard>
  );
}

const emailOf = async (id: number) =>
  (await db.user.findUniqueOrThrow({ where: { id }, select: { email: true } })).email;
