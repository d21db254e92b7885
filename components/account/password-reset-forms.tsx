"use client";

import { Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

export function ForgotPasswordForm({ action, submit }: { action: FormAction; submit: string }) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={submit} fullWidth>
      {(state) => (
        <TextInput label={t("email")} type="email" autoComplete="email" autoFocus {...field(state, "email")} />
      )}
    </Form>
  );
}

interface ResetPasswordFormProps {
  action: FormAction;
  token: string;
  /** labels of the provider accounts that can log in to this account */
  connected: string[];
}

export function ResetPasswordForm({ action, token, connected }: ResetPasswordFormProps) {
  const t = useTranslations("account");
  const format = useFormatter();
  return (
    <Form action={action} submit={t("reset.submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="token" value={token} />
          <PasswordInput
            label={t("reset.password")}
            description={t("passwordAbout")}
            autoComplete="new-password"
            autoFocus
            {...field(state, "password")}
          />
          <Checkbox name="replaceKey" label={t("reset.replaceKey")} description={t("reset.replaceKeyAbout")} />
          {connected.length > 0 && (
            <Checkbox
              name="disconnect"
              label={t("reset.disconnect")}
              description={t("reset.disconnectAbout", { connected: format.list(connected) })}
            />
          )}
        </>
      )}
    </Form>
  );
}
