"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import { RecoveryCodes } from "./recovery-codes";
import classes from "./settings.module.css";

interface ProofFormProps {
  action: FormAction;
  submit: string;
  /** Whether the action returns recovery codes. */
  makesCodes?: boolean;
}

/** Asks for the password and a code before two-factor authentication changes. */
export function ProofForm({ action, submit, makesCodes = false }: ProofFormProps) {
  const t = useTranslations("settings");
  const done = makesCodes ? (codes: string) => <RecoveryCodes codes={codes.split("\n")} /> : undefined;
  return (
    <Form action={action} submit={submit} done={done}>
      {(state) => (
        <>
          <PasswordInput
            label={t("password.current")}
            autoComplete="current-password"
            className={classes.field}
            {...field(state, "currentPassword")}
          />
          <TextInput
            label={t("twoFactor.code")}
            description={t("twoFactor.codeAbout")}
            autoComplete="one-time-code"
            className={classes.field}
            {...field(state, "code")}
          />
        </>
      )}
    </Form>
  );
}
