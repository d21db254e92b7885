"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";

export function LogInForm({ action, next }: { action: FormAction; next?: string }) {
  return (
    <Form action={action} submit="Log in" fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field(state, "email")} />
          <PasswordInput label="Password" autoComplete="current-password" {...field(state, "password")} />
          <TextLink href="/forgot-password" size="sm" style={{ alignSelf: "flex-end" }}>
            Forgotten your password?
          </TextLink>
        </>
      )}
    </Form>
  );
}
