"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";

export function LogInForm({ action, next }: { action: FormAction; next?: string }) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={t("logIn.submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          <TextInput label={t("email")} type="email" autoComplete="username" autoFocus {...field(state, "email")} />
          <PasswordInput label={t("password")} autoComplete="current-password" {...field(state, "password")} />
          <TextLink href="/forgot-password" size="sm" style={{ alignSelf: "flex-end" }}>
            {t("logIn.forgotten")}
          </TextLink>
        </>
      )}
    </Form>
  );
}
