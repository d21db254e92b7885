"use client";

import { PasswordInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

export function ConfirmAccountForm({ action, token, email }: { action: FormAction; token: string; email: string }) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={t("confirm.submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="token" value={token} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            autoFocus
            {...field(state, "password")}
          />
        </>
      )}
    </Form>
  );
}
