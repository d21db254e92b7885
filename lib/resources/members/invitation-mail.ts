import type { Mail } from "@/lib/platform/mail/mail";
import { mailWords, serviceName } from "@/lib/platform/mail/mail-words";
import type { MemberRole } from "./schema";

interface Invitation {
  inviter: { username: string; email: string };
  account: string;
  email: string;
  role: MemberRole;
  locale: string | null;
  url: string;
  until: Date;
}

/** Writes the mail that invites the owner of an address to an account. */
export function memberMail({ inviter, account, email, role, locale, url, until }: Invitation): Mail {
  const t = mailWords(locale);
  const words = { username: inviter.username, account, service: serviceName() };
  return {
    to: email,
    locale,
    subject: t("member.subject", words),
    blocks: [
      { text: t("member.text", words) },
      {
        rows: [
          { label: t("invited.by"), value: `${inviter.username} (${inviter.email})` },
          { label: t("invited.account"), value: account },
          { label: t("invited.role"), value: t(`member.roles.${role}`) },
          { label: t("invited.until"), value: t("invited.date", { date: until }) },
        ],
      },
      { button: t("member.button"), url },
      { text: t("member.need", words) },
      { text: t("invited.end") },
    ],
  };
}
