"use client";

import { Avatar, Group, PasswordInput, Text, TextInput } from "@mantine/core";
import type { ShellUser } from "@/components/shell/user-menu";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

export function ProfileForm({ user, action }: { user: ShellUser; action: FormAction }) {
  return (
    <Form action={action} submit="Change e-mail">
      {(state) => {
        const email = field(state, "email");
        return (
          <>
            <Group wrap="nowrap">
              <Avatar src={`/avatar/${user.id}.svg`} alt="" size={52} />
              <div>
                <Text fw={600}>{user.username}</Text>
                <Text size="sm" c="dimmed">
                  Your username stays as it is.
                </Text>
              </div>
            </Group>
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="email"
              className={classes.field}
              {...email}
              defaultValue={email.defaultValue ?? user.email}
            />
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              className={classes.field}
              {...field(state, "currentPassword")}
            />
          </>
        );
      }}
    </Form>
  );
}
