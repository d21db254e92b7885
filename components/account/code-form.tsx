"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

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
