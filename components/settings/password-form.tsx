"use client";

import { PasswordInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

export function PasswordForm({ email, action }: { email: string; action: FormAction }) {
  return (
    <Form action={action} submit="Change password">
      {(state) => (
        <>
          {/* Tells password managers whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            className={classes.field}
            {...field(state, "currentPassword")}
          />
          <PasswordInput
            label="New password"
            description="8 characters at least"
            autoComplete="new-password"
            className={classes.field}
            {...field(state, "newPassword")}
          />
        </>
      )}
    </Form>
  );
}
