"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, type FormAction, field } from "@/components/ui/form";
import { SecretLink } from "@/components/ui/secret-link";
import { useRoles } from "./use-roles";

/** Invites a member by e-mail, and shows the link once. */
export function InviteMemberForm({ action }: { action: FormAction }) {
  const t = useTranslations("settings.members");
  const roles = useRoles();
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
          <TextInput label={t("email")} type="email" autoComplete="off" w="100%" maw={420} {...field(state, "email")} />
          <NativeSelect
            label={t("role")}
            description={roles.map(({ label, about }) => `${label}: ${about}`).join("; ")}
            data={roles.map(({ value, label }) => ({ value, label }))}
            w="100%"
            maw={420}
            {...field(state, "role")}
          />
        </>
      )}
    </Form>
  );
}
