"use client";

import { useTranslations } from "next-intl";
import { Form, type FormAction } from "@/components/ui/form";

export function ConfirmForm({ action, token }: { action: FormAction; token: string }) {
  const t = useTranslations("account");
  return (
    <Form action={action} submit={t("logIn.submit")} fullWidth>
      {() => <input type="hidden" name="token" value={token} />}
    </Form>
  );
}
