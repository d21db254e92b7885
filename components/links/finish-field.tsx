import { Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FieldErrorText } from "@/components/ui/field-error-text";
import type { FieldErrors } from "@/lib/contract/action-result";
import type { FinishForm } from "./link-form";

interface FinishFieldProps {
  path: string;
  errors: FieldErrors;
  /** null if the test does not end automatically */
  finish: FinishForm | null;
  change: (finish: FinishForm | null) => void;
}

/** Returns whether a split test ends automatically, and its limits. */
export function FinishField({ path, errors, finish, change }: FinishFieldProps) {
  const t = useTranslations("links.rules.finish");
  const limit = (key: "days" | "visitors") => (
    <TextInput
      size="sm"
      label={t(key)}
      placeholder={t("noLimit")}
      inputMode="numeric"
      maxLength={9}
      value={String(finish?.[key] ?? "")}
      error={errors[`${path}.${key}`]}
      onChange={(event) => change({ ...finish, [key]: event.currentTarget.value.trim() })}
    />
  );
  const winner = finish?.result?.winner ?? null;
  return (
    <>
      <Checkbox
        label={t("label")}
        description={t("about")}
        checked={finish !== null}
        onChange={(event) => change(event.currentTarget.checked ? {} : null)}
      />
      {finish && (
        <Group gap="sm" align="flex-start">
          {limit("days")}
          {limit("visitors")}
        </Group>
      )}
      {finish?.result && (
        <Text size="sm" c="dimmed">
          {winner === null ? t("ended") : t("won", { winner: winner + 1 })} {t("again")}
        </Text>
      )}
      <FieldErrorText>{errors[path]}</FieldErrorText>
    </>
  );
}
