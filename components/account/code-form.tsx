"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

export function CodeForm({ action }: { action: FormAction }) {
  const t = useTranslations("account.code");
  return (
    <Form action={action} submit={t("submit")} fullWidth>
      {(state) => (
        <TextInput
          label={t("label")}
          description={t("about")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...field(state, "code")}
        />
      )}
    </Form>
  );
}
