"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
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
