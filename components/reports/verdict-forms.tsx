"use client";

import { Group, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";

interface VerdictFormsProps {
  id: number;
  shortUrl: string;
  disable: FormAction;
  dismiss: FormAction;
}

export function VerdictForms({ id, shortUrl, disable, dismiss }: VerdictFormsProps) {
  const t = useTranslations("reports");
  return (
    <Group align="flex-end" gap="lg">
      <Form action={disable} submit={t("disable")} color="red.9">
        {(state) => (
          <>
            <input type="hidden" name="id" value={id} />
            <Textarea
              label={t("reason")}
              description={t("reasonAbout")}
              aria-label={t("reasonFor", { url: shortUrl })}
              w="min(28rem, 75vw)"
              maxLength={500}
              {...field(state, "reason")}
            />
          </>
        )}
      </Form>
      <Form action={dismiss} submit={t("dismiss")} variant="default">
        {() => <input type="hidden" name="id" value={id} />}
      </Form>
    </Group>
  );
}
