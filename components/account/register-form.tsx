"use client";

import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

interface RegisterFormProps {
  action: FormAction;
  next?: string;
  /** from an administrator's invitation, which sets the address */
  invited?: { email: string; token: string };
}

export function RegisterForm({ action, next, invited }: RegisterFormProps) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={t("register.submit")} fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          {invited ? (
            <>
              <Text>{t("register.invited", { email: invited.email })}</Text>
              <input type="hidden" name="invitation" value={invited.token} />
              <input type="hidden" name="email" value={invited.email} />
            </>
          ) : (
            <TextInput label={t("email")} type="email" autoComplete="email" autoFocus {...field(state, "email")} />
          )}
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
