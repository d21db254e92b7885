"use client";

import { Form, type FormAction } from "@/components/ui/form";

export function ConfirmForm({ action, token }: { action: FormAction; token: string }) {
  return (
    <Form action={action} submit="Log in" fullWidth>
      {() => <input type="hidden" name="token" value={token} />}
    </Form>
  );
}
