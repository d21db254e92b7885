"use client";

import { Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import { SecretLink } from "@/components/ui/secret-link";

/** Creates an invitation link and shows it once. */
export function InviteForm({ action }: { action: FormAction }) {
  const t = useTranslations("admin.invite");
  const done = (value: string) => {
    const [url = "", mailed] = value.split("\n");
    return (
      <SecretLink label={t("link")} url={url} copy={t("copy")}>
        {t(mailed === "mailed" ? "mailed" : "notMailed")} {t("made")}
      </SecretLink>
    );
  };
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
