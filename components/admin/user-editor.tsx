"use client";

import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LocalTimeInput } from "@/components/links/local-time-input";
import type { Choice } from "@/components/ui/choice";
import { Editor } from "@/components/ui/editor";
import { useEditor, useSaved } from "@/components/ui/use-editor";
import type { ActionResult } from "@/lib/contract/action-result";

interface UserEditorProps {
  plans: (Choice & { free: boolean })[];
  save: (input: Record<string, unknown>) => Promise<ActionResult<number>>;
}

/** Adds a user, who can log in immediately. */
export function UserEditor({ plans, save }: UserEditorProps) {
  const t = useTranslations("admin.user");
  const saved = useSaved(t("created"));
  const editor = useEditor({
    initial: { username: "", email: "", password: "", planid: "", expiration: "" },
    save,
    draft: "user",
    required: ["username", "email", "password"],
    onSaved: (id) => saved(form.username, `/dashboard/admin/users/${id}`),
  });
  const { form, text, set, errors } = editor.fields;
  const isPaid = plans.some(({ value, free }) => value === form.planid && !free);
  return (
    <Editor editor={editor} submit={t("create")} cancel="/dashboard/admin/users">
      <TextInput {...text("username")} label={t("username")} required autoComplete="off" maxLength={32} />
      <TextInput {...text("email")} label={t("email")} type="email" required autoComplete="off" maxLength={254} />
      <PasswordInput
        {...text("password")}
        label={t("password")}
        description={t("passwordAbout")}
        required
        autoComplete="new-password"
        maxLength={256}
      />
      <NativeSelect
        {...text("planid")}
        label={t("plan")}
        data={[{ value: "", label: t("usualPlan") }, ...plans.map(({ value, label }) => ({ value, label }))]}
      />
      {isPaid && (
        <LocalTimeInput
          label={t("until")}
          description={t("untilAbout")}
          value={form.expiration}
          error={errors.expiration}
          onChange={(value) => set("expiration", value)}
        />
      )}
    </Editor>
  );
}
