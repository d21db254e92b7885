import { Button, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import classes from "@/components/settings/settings.module.css";
import type { Invitation } from "@/generated/prisma/client";

interface InvitationListProps {
  invitations: Invitation[];
  withdraw: (form: FormData) => Promise<void>;
}

/** Invitations that have not been accepted yet. */
export function InvitationList({ invitations, withdraw }: InvitationListProps) {
  const t = useTranslations("admin.invite");
  const { dateTime } = useFormatter();
  if (invitations.length === 0) return <Text c="dimmed">{t("none")}</Text>;
  return (
    <ul className={classes.entries}>
      {invitations.map(({ email, expiresAt }) => (
        <li key={email}>
          <div className={classes.entry}>
            <Text fw={500}>{email}</Text>
            <Text size="sm" c="dimmed">
              {t("until", { date: dateTime(expiresAt, { dateStyle: "medium" }) })}
            </Text>
          </div>
          <form action={withdraw}>
            <input type="hidden" name="email" value={email} />
            <Button type="submit" size="xs" variant="default" aria-label={t("withdrawOf", { email })}>
              {t("withdraw")}
            </Button>
          </form>
        </li>
      ))}
    </ul>
  );
}
