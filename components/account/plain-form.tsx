"use client";

import { Form, type FormAction } from "@/components/ui/form";

interface PlainFormProps {
  action: FormAction;
  submit: string;
  token?: string;
  /** the id of a log-in's cookie */
  of?: string;
  fullWidth?: boolean;
  variant?: "default";
  /** color of the button, for actions that cannot be undone */
  color?: "red.9";
}

/** A form with only a button, for pages whose address must do nothing when it is opened. */
export function PlainForm({ action, submit, token, of, fullWidth = true, variant, color }: PlainFormProps) {
  return (
    <Form action={action} submit={submit} fullWidth={fullWidth} variant={variant} color={color}>
      {() => (
        <>
          {token && <input type="hidden" name="token" value={token} />}
          {of && <input type="hidden" name="of" value={of} />}
        </>
      )}
    </Form>
  );
}
