"use client";

import { PasswordInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";

export function ResetPasswordForm({ action, token }: { action: FormAction; token: string }) {
  return (
    <Form action={action} submit="Set password and log in" fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="token" value={token} />
          <PasswordInput
            label="New password"
            description="8 characters at least"
            autoComplete="new-password"
            autoFocus
            {...field(state, "password")}
          />
        </>
      )}
    </Form>
  );
}
