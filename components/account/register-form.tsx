"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";

export function RegisterForm({ action, next }: { action: FormAction; next?: string }) {
  return (
    <Form action={action} submit="Create account" fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          <TextInput label="E-mail" type="email" autoComplete="email" autoFocus {...field(state, "email")} />
          <TextInput
            label="Username"
            description="3 to 32 letters, digits, - or _"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...field(state, "username")}
          />
          <PasswordInput
            label="Password"
            description="8 characters at least"
            autoComplete="new-password"
            {...field(state, "password")}
          />
        </>
      )}
    </Form>
  );
}
