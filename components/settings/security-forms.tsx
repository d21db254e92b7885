"use client";

import { Button, PasswordInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { Form, type FormAction, field } from "@/components/ui/form";
import { notifyFailed } from "@/components/ui/notify";
import { useConfirmed } from "@/components/ui/use-confirmed";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./settings.module.css";

export function PasswordForm({ email, action }: { email: string; action: FormAction }) {
  const t = useTranslations("settings.password");
  return (
    <Form action={action} submit={t("submit")}>
      {(state) => (
        <>
          {/* Password managers store the password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label={t("current")}
            autoComplete="current-password"
            className={classes.field}
            {...field(state, "currentPassword")}
          />
          <PasswordInput
            label={t("new")}
            description={t("about")}
            autoComplete="new-password"
            className={classes.field}
            {...field(state, "newPassword")}
          />
        </>
      )}
    </Form>
  );
}

interface ConnectButtonProps {
  provider: { id: string; name: string };
  beFresh: () => Promise<ActionResult<null>>;
}

/** Starts connecting a provider's account. Without JavaScript this works only soon after a log-in. */
export function ConnectButton({ provider: { id, name }, beFresh }: ConnectButtonProps) {
  const t = useTranslations("settings.connections");
  const safely = useSafeAction();
  const confirmed = useConfirmed();
  const [pending, startTransition] = useTransition();
  const href = `/login/with/${id}?connect`;
  const go = (event: React.MouseEvent) => {
    event.preventDefault();
    startTransition(async () => {
      const result = await safely(confirmed(beFresh));
      if (result.ok) window.location.assign(href);
      else notifyFailed(result.error);
    });
  };
  return (
    <Button
      component="a"
      href={href}
      onClick={go}
      size="xs"
      variant="default"
      loading={pending}
      aria-label={t("connectNamed", { provider: name })}
    >
      {t("connect")}
    </Button>
  );
}
