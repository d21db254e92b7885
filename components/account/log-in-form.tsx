"use client";

import { Anchor, PasswordInput, TextInput } from "@mantine/core";
import Link from "next/link";
import { Form, type FormAction, field } from "@/components/ui/form";

export function LogInForm({ action, next }: { action: FormAction; next?: string }) {
  return (
    <Form action={action} submit="Log in" fullWidth>
      {(state) => (
        <>
          <input type="hidden" name="next" value={next ?? ""} />
          <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field(state, "email")} />
          <PasswordInput label="Password" autoComplete="current-password" {...field(state, "password")} />
          <Anchor component={Link} href="/forgot-password" size="sm" style={{ alignSelf: "flex-end" }}>
            Forgotten your password?
          </Anchor>
        </>
      )}
    </Form>
  );
}
