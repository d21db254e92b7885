"use client";

import { Avatar, Group, PasswordInput, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

export function ProfileForm({
  user,
  action,
}: {
  user: { id: number; username: string; email: string };
  action: FormAction;
}) {
  const t = useTranslations("settings");
  return (
    <Form action={action} submit={t("profile.submit")}>
      {(state) => {
        const email = field(state, "email");
        return (
          <>
            <Group wrap="nowrap">
              <Avatar src={`/avatar/${user.id}.svg`} alt="" size={52} />
              <div style={{ overflowWrap: "anywhere" }}>
                <Text fw={600}>{user.username}</Text>
                <Text size="sm" c="dimmed">
                  {t("profile.username")}
                </Text>
              </div>
            </Group>
            <TextInput
              label={t("profile.email")}
              type="email"
              autoComplete="email"
              className={classes.field}
              {...email}
              defaultValue={email.defaultValue ?? user.email}
            />
            <PasswordInput
              label={t("password.current")}
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
