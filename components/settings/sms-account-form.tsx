"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

/** Connects the SMS provider's account. Its token is stored and never shown again. */
export function SmsAccountForm({ action, isLinked }: { action: FormAction; isLinked: boolean }) {
  const t = useTranslations("settings.sms");
  return (
    <Form action={action} submit={t(isLinked ? "replace" : "submit")}>
      {(state) => (
        <>
          <TextInput
            label={t("sid")}
            description={t("sidAbout")}
            autoComplete="off"
            spellCheck={false}
            className={classes.field}
            {...field(state, "accountSid")}
          />
          <PasswordInput
            label={t("token")}
            description={t("tokenAbout")}
            autoComplete="off"
            className={classes.field}
            {...field(state, "authToken")}
          />
        </>
      )}
    </Form>
  );
}
