import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { PlainForm } from "@/components/account/plain-form";
import { TextLink } from "@/components/ui/link";
import { logInPath } from "@/lib/auth/next-path";
import { readShortCookie } from "@/lib/auth/short-cookie";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { mailConfirmationAgain } from "../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("confirm.title"), robots: "noindex" };
}

/** The page for users whose address is not confirmed yet. */
export default async function ConfirmationAwaitedPage() {
  // Without a mail server, nothing has to be confirmed.
  if (!env.SMTP_URL) redirect("/login");
  const t = await getTranslations("account.confirm");
  // A registration is not looked up, because the page must not reveal whether the account exists.
  const email = (await readShortCookie("registration"))?.email ?? (await unconfirmedEmail());
  return (
    <AuthCard title={t("title")} lead={t("sent", { email })}>
      <Text>{t("awaited")}</Text>
      <PlainForm action={mailConfirmationAgain} submit={t("again")} />
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

/** The unconfirmed address of the user who has logged in. */
async function unconfirmedEmail(): Promise<string> {
  const started = await readShortCookie("log-in");
  if (!started) redirect("/login");
  const user = await db.user.findUnique({
    where: { id: started.userId },
    select: { email: true, emailVerifiedAt: true },
  });
  // It may have been confirmed in another browser, such as on the phone that got the mail.
  if (!user || user.emailVerifiedAt) redirect(logInPath(started.next));
  return user.email;
}
