"use client";

import { Form, type FormAction } from "@/components/ui/form";

interface PlainFormProps {
  action: FormAction;
  submit: string;
  token?: string;
  fullWidth?: boolean;
}

/** A button that does something, for pages whose address must do nothing when it is opened. */
export function PlainForm({ action, submit, token, fullWidth = true }: PlainFormProps) {
  return (
    <Form action={action} submit={submit} fullWidth={fullWidth}>
      {() => token && <input type="hidden" name="token" value={token} />}
    </Form>
  );
}
