"use client";

import { Button, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useActionState } from "react";
import classes from "@/components/settings/settings.module.css";
import type { FormAction } from "@/components/ui/form";
import { FormMessage } from "@/components/ui/form-message";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { OpenInvitation } from "@/lib/resources/members/service";

interface MemberInvitationsProps {
  invitations: OpenInvitation[];
  /** Null if the user may not withdraw invitations. */
  withdraw: FormAction | null;
}

/** Invitations to the account that have not been accepted yet. */
export function MemberInvitations({ invitations, withdraw }: MemberInvitationsProps) {
  const t = useTranslations("settings.members");
  const { dateTime } = useFormatter();
  const safely = useSafeAction();
  const [state, act] = useActionState<Awaited<ReturnType<FormAction>>, FormData>(
    (state, form) => (withdraw ? safely(withdraw(state, form)) : null),
    null,
  );
  return (
    <>
      {state?.ok === false && <FormMessage state={state} />}
      <ul className={classes.entries}>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            <div className={classes.entry}>
              <Text fw={500}>{email}</Text>
              <Text size="sm" c="dimmed">
                {t(`roles.${role}.name`)} · {t("until", { date: dateTime(expiresAt, { dateStyle: "medium" }) })}
              </Text>
            </div>
            {withdraw && (
              <form action={act}>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" size="xs" variant="default" aria-label={t("withdrawOf", { email })}>
                  {t("withdraw")}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
