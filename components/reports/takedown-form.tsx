"use client";

import { Radio, RadioGroup, Stack, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

/** Disables all links to a host or of an account. */
export function TakedownForm({ action }: { action: FormAction }) {
  const t = useTranslations("reports");
  return (
    <Form action={action} submit={t("takedowns.submit")} color="red.9">
      {(state) => (
        <Stack gap="sm" maw="28rem">
          <RadioGroup name="scope" label={t("takedowns.scope")} defaultValue="host">
            <Stack gap="xs" mt="xs">
              <Radio value="host" label={t("takedowns.host")} />
              <Radio value="account" label={t("takedowns.account")} />
            </Stack>
          </RadioGroup>
          <TextInput
            label={t("takedowns.target")}
            description={t("takedowns.targetAbout")}
            maxLength={254}
            {...field(state, "target")}
          />
          <Textarea label={t("reason")} description={t("reasonAbout")} maxLength={500} {...field(state, "reason")} />
        </Stack>
      )}
    </Form>
  );
}
