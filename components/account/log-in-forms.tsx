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
          <TextLink href="/forgot-password" style={{ alignSelf: "flex-end" }}>
            {t("logIn.forgotten")}
          </TextLink>
        </>
      )}
    </Form>
  );
}

/** `of` is the id of the log-in's cookie. */
export function CodeForm({ action, of }: { action: FormAction; of: string }) {
  const t = useTranslations("account.code");
  return (
    <Form action={action} submit={t("submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="of" value={of} />
          <TextInput
            label={t("label")}
            description={t("about")}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...field(state, "code")}
          />
        </>
      )}
    </Form>
  );
}

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
