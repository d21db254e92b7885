"use client";

import { Alert, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Form, type FormAction, field } from "@/components/ui/form";

/** Makes a link that invites somebody, and shows it this once. */
export function InviteForm({ action, mailed }: { action: FormAction; mailed: boolean }) {
  const t = useTranslations("admin.invite");
  const done = (url: string) => (
    <Stack gap="sm">
      <Alert role="status" color="pine" variant="light" icon={<IconCircleCheck size={19} />}>
        {t("made")} {mailed && t("mailed")}
      </Alert>
      <TextInput label={t("link")} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Group>
        <CopyButton value={url} label={t("copy")}>
          {t("copy")}
        </CopyButton>
      </Group>
    </Stack>
  );
  return (
    <Form action={action} submit={t("submit")} done={done}>
      {(state) => (
        <>
          <Text size="sm" c="dimmed">
            {t("about")}
          </Text>
          <TextInput label={t("email")} type="email" autoComplete="off" w="100%" maw={420} {...field(state, "email")} />
        </>
      )}
    </Form>
  );
}
