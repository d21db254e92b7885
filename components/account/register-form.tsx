"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

export function RegisterForm({ action, next }: { action: FormAction; next?: string }) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={t("register.submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          <TextInput label={t("email")} type="email" autoComplete="email" autoFocus {...field(state, "email")} />
          <TextInput
            label={t("username")}
            description={t("usernameAbout")}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...field(state, "username")}
          />
          <PasswordInput
            label={t("password")}
            description={t("passwordAbout")}
            autoComplete="new-password"
            {...field(state, "password")}
          />
        </>
      )}
    </Form>
  );
}
