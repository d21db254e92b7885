import { Text } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AuthCard } from "@/components/account/auth-card";
import { ConfirmAccountForm } from "@/components/account/log-in-forms";
import { PlainForm } from "@/components/account/plain-form";
import { ButtonLink } from "@/components/ui/link";
import { logInPath } from "@/lib/auth/next-path";
import { currentSession } from "@/lib/auth/session";
import { findEmailLink } from "@/lib/resources/account/email";
import { findRegistration } from "@/lib/resources/account/registration";
import { confirmAccount, confirmNewEmail } from "../../../actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("confirm.title"), robots: "noindex" };
}

/**
 * The page of a mailed link that confirms an address. Opening it changes nothing, because mail scanners open links,
 * too. Only the account's owner can confirm an address, so that no stranger can make the reader of a mail confirm it
 * for them.
 */
export default async function ConfirmPage({ params }: PageProps<"/login/confirm/[token]">) {
  const t = await getTranslations("account.confirm");
  const { token } = await params;
  const link = await findEmailLink(token);
  const account = link ? !link.isNew && link : await findRegistration(token);
  if (account) {
    return (
      <AuthCard title={t("title")} lead={t("lead", { email: account.email })}>
        <ConfirmAccountForm action={confirmAccount} token={token} email={account.email} />
      </AuthCard>
    );
  }
  const session = link && (await currentSession());
  if (link && !session) redirect(logInPath(`/login/confirm/${token}`));
  if (link && session?.self.userId === link.userId) {
    return (
      <AuthCard title={t("newTitle")} lead={t("newLead", { email: link.email })}>
        <PlainForm action={confirmNewEmail} submit={t("newSubmit")} token={token} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("over")}>
      <Text>{t(link ? "otherAccount" : "overText")}</Text>
      <ButtonLink href="/login">{t("logIn")}</ButtonLink>
    </AuthCard>
  );
}
