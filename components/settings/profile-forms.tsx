"use client";

import { Avatar, Group, NativeSelect, PasswordInput, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { Form, type FormAction, field } from "@/components/ui/form";
import { weights } from "@/lib/contract/theme";
import { chooseZone } from "@/lib/http/choose-zone";
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
                <Text fw={weights.bold}>{user.username}</Text>
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

interface DomainFormProps {
  action: FormAction;
  /** The present default domain. */
  domains: Choice[];
}

/** The default domain of new links. */
export function DomainForm({ action, domains }: DomainFormProps) {
  const t = useTranslations("settings.domain");
  return (
    <Form action={action} submit={t("submit")} kept>
      {(state) => (
        <NativeSelect
          {...field(state, "domain")}
          label={t("label")}
          data={domains}
          defaultValue={domains[0]?.value}
          className={classes.field}
        />
      )}
    </Form>
  );
}

interface ZoneFormProps {
  /** All time zones to choose from. */
  zones: string[];
  chosen: string;
}

/** The time zone in which the account's days and dates are shown. */
export function ZoneForm({ zones, chosen }: ZoneFormProps) {
  const t = useTranslations("settings.zone");
  return (
    <Form action={chooseZone} submit={t("submit")} kept>
      {(state) => {
        const { defaultValue = chosen, ...zone } = field(state, "timezone");
        return (
          <NativeSelect
            label={t("label")}
            className={classes.field}
            {...zone}
            data={zones}
            key={defaultValue}
            defaultValue={defaultValue}
          />
        );
      }}
    </Form>
  );
}
