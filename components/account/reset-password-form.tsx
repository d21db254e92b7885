"use client";

import { PasswordInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

export function ResetPasswordForm({ action, token }: { action: FormAction; token: string }) {
  const t = useTranslations("account");
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
        </>
      )}
    </Form>
  );
}
