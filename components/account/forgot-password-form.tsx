"use client";

import { TextInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";

export function ForgotPasswordForm({ action }: { action: FormAction }) {
  return (
    <Form action={action} submit="Send the link" fullWidth>
      {(state) => <TextInput label="E-mail" type="email" autoComplete="email" autoFocus {...field(state, "email")} />}
    </Form>
  );
}
