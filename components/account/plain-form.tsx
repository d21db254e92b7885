"use client";

import { TextInput } from "@mantine/core";
import { Form, type FormAction, field } from "@/components/ui/form";
import { plainInputProps } from "@/components/ui/plain-inputs";

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
  /** what must be typed before an action that cannot be undone */
  typed?: { name: string; label: string };
}

/** A form with only a button, or one field that confirms, for pages whose address must do nothing when it is opened. */
export function PlainForm({ action, submit, token, of, fullWidth = true, variant, color, typed }: PlainFormProps) {
  return (
    <Form action={action} submit={submit} fullWidth={fullWidth} variant={variant} color={color}>
      {(state) => (
        <>
          {token && <input type="hidden" name="token" value={token} />}
          {of && <input type="hidden" name="of" value={of} />}
          {typed && (
            <TextInput label={typed.label} autoComplete="off" {...plainInputProps} {...field(state, typed.name)} />
          )}
        </>
      )}
    </Form>
  );
}
