"use client";

import { PasswordInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

export function PasswordForm({ email, action }: { email: string; action: FormAction }) {
  const t = useTranslations("settings.password");
  return (
    <Form action={action} submit={t("submit")}>
      {(state) => (
        <>
          {/* Password managers store the password under this name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label={t("current")}
            autoComplete="current-password"
            className={classes.field}
            {...field(state, "currentPassword")}
          />
          <PasswordInput
            label={t("new")}
            description={t("about")}
            autoComplete="new-password"
            className={classes.field}
            {...field(state, "newPassword")}
          />
        </>
      )}
    </Form>
  );
}
