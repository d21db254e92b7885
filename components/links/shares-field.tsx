import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { FieldErrorText } from "@/components/ui/field-error-text";
import { UrlInput } from "@/components/ui/plain-inputs";
import type { FieldErrors } from "@/lib/contract/action-result";
import type { FinishForm, ShareForm } from "./link-form";
import classes from "./rules.module.css";

interface SharesFieldProps {
  path: string;
  errors: FieldErrors;
  /** the position of the rule; undefined for everyone else */
  position?: number;
  shares: ShareForm[];
  /** an empty list ends the split test */
  change: (shares: ShareForm[]) => void;
  finish: { path: string; value: FinishForm | null; change: (finish: FinishForm | null) => void };
}

/** Several destinations, each with its weight and its share of visitors. */
export function SharesField({ path, errors, position = 0, shares, change, finish }: SharesFieldProps) {
  const t = useTranslations("links.rules.shares");
  const format = useFormatter();
  const total = shares.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0);
  const firstEmpty = shares.findIndex(({ to }) => to === "");
  const put = (index: number, values: Partial<ShareForm>) =>
    change(shares.map((share, at) => (at === index ? { ...share, ...values } : share)));
  const text = (index: number, key: keyof ShareForm) => ({
    "aria-label": t(key, { share: index + 1, position }),
    value: String(shares[index]?.[key] ?? ""),
    error: errors[`${path}.${index}.${key}`],
  });

  return (
    <div className={classes.shares}>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is nothing but its position
        <div key={index} className={classes.share}>
          <UrlInput
            {...text(index, "to")}
            // A part that was just added is filled in next.
            autoFocus={index === firstEmpty}
            placeholder="https://example.com/a"
            onChange={(event) => put(index, { to: event.currentTarget.value })}
          />
          <TextInput
            {...text(index, "weight")}
            inputMode="numeric"
            maxLength={4}
            rightSection={
              <Text size="xs" c="dimmed">
                {total > 0 && format.number((Number(share.weight) || 0) / total, { style: "percent" })}
              </Text>
            }
            rightSectionWidth={48}
            onChange={(event) => put(index, { weight: event.currentTarget.value.trim() })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("remove", { share: index + 1, position })}
            disabled={shares.length <= 2}
            onClick={() => change(shares.toSpliced(index, 1))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      <FieldErrorText>{errors[path]}</FieldErrorText>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={shares.length >= 10}
          onClick={() => change([...shares, { to: "", weight: 1 }])}
        >
          {t("add")}
        </Button>
        <Button variant="subtle" color="gray" size="xs" onClick={() => change([])}>
          {t("end")}
        </Button>
      </Group>
      <FinishField path={finish.path} errors={errors} finish={finish.value} change={finish.change} />
    </div>
  );
}

interface FinishFieldProps {
  path: string;
  errors: FieldErrors;
  /** null if the test does not end automatically */
  finish: FinishForm | null;
  change: (finish: FinishForm | null) => void;
}

/** Returns whether a split test ends automatically, and its limits. */
function FinishField({ path, errors, finish, change }: FinishFieldProps) {
  const t = useTranslations("links.rules.finish");
  const limit = (key: "days" | "visitors") => (
    <TextInput
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
