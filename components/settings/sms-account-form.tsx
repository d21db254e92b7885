"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

/** Links the account through which messages are sent. Its token goes in and never comes out again. */
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
