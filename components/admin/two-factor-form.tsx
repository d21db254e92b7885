"use client";

import { useTranslations } from "next-intl";
import { Form, type FormAction } from "@/components/ui/form";

/** Switches two-factor log-in off for a user who cannot. */
export function TwoFactorForm({ user, action }: { user: number; action: FormAction }) {
  const t = useTranslations("admin.twoFactor");
  return (
    <Form action={action} submit={t("submit")}>
      {() => <input type="hidden" name="id" value={user} />}
    </Form>
  );
}
