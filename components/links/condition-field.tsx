import { ActionIcon, Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconPlus, IconX } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { retryImport } from "@/components/ui/retry-import";
import type { FieldErrors } from "@/lib/contract/action-result";
import { errorUnder, SearchedChoices } from "./condition-inputs";
import type { ConditionsForm, RuleChoices } from "./link-form";
import { LocalTimeInput } from "./local-time-input";
import classes from "./rules.module.css";

/** The kinds of conditions, and the fields of `when` that store them. */
const parts = {
  country: ["country"],
  region: ["region"],
  city: ["city"],
  language: ["language"],
  device: ["device"],
  os: ["os"],
  browser: ["browser"],
  query: ["query"],
  period: ["from", "until"],
  week: ["days", "hours", "timezone"],
} as const satisfies Record<string, (keyof ConditionsForm)[]>;

type ConditionKind = keyof typeof parts;

export const conditionKinds = Object.keys(parts) as ConditionKind[];

/** Returns whether the data for this kind of condition exists. */
export const isOffered = (kind: ConditionKind, { visited }: RuleChoices) =>
  visited !== null || (kind !== "region" && kind !== "city");

/** Loaded on demand, because of its table of regions. */
const PlaceValues = dynamic(() => retryImport(() => import("./place-values").then((module) => module.PlaceValues)));

const listed = ["country", "language", "device", "os", "browser"] as const;
const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

export const isSet = (kind: ConditionKind, when: ConditionsForm) => parts[kind].some((key) => when[key] !== undefined);

/** The initial value of a new condition. `zone` is the account's time zone, if it has one. */
export function start(kind: ConditionKind, zone?: string): ConditionsForm {
  if (kind === "query") return { query: [{ name: "", value: "" }] };
  if (kind === "period") return { from: "", until: "" };
  if (kind === "week") return { timezone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone };
  return { [kind]: [] };
}

export function without(kind: ConditionKind, when: ConditionsForm): ConditionsForm {
  const keys: readonly string[] = parts[kind];
  return Object.fromEntries(Object.entries(when).filter(([key]) => !keys.includes(key)));
}

interface ConditionFieldProps {
  kind: ConditionKind;
  position: number;
  choices: RuleChoices;
  errors: FieldErrors;
  path: string;
  when: ConditionsForm;
  change: (when: ConditionsForm) => void;
  remove: () => void;
}

/** One condition of a rule. */
export function ConditionField({ kind, position, remove, ...field }: ConditionFieldProps) {
  const t = useTranslations("links.rules");
  const id = useId();
  const list = listed.find((name) => name === kind);
  const Values = kind === "query" ? QueryValues : kind === "period" ? PeriodValues : WeekValues;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not stand beside its fields
    <div className={classes.condition} role="group" aria-labelledby={id} data-condition={kind}>
      <span id={id} className={classes.kind}>
        {t(`conditions.${kind}`)}
      </span>
      <div className={classes.values}>
        {kind === "region" || kind === "city" ? (
          <PlaceValues {...field} kind={kind} position={position} />
        ) : list ? (
          <SearchedChoices
            aria-label={t("which", { condition: t(`conditions.${kind}`), position })}
            placeholder={field.when[list]?.length ? undefined : t("choose")}
            data={field.choices[list]}
            value={field.when[list] ?? []}
            error={errorUnder(field.errors, `${field.path}.${list}`)}
            onChange={(value) => field.change({ [list]: value })}
          />
        ) : (
          <Values {...field} position={position} />
        )}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("removeCondition", { condition: t(`conditions.${kind}`), position })}
        onClick={remove}
      >
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

type ValuesProps = Pick<ConditionFieldProps, "errors" | "path" | "when" | "change" | "position">;

function QueryValues({ errors, path, when: { query = [] }, change }: ValuesProps) {
  const t = useTranslations("links.rules.query");
  const put = (index: number, values: object) =>
    change({ query: query.map((entry, at) => (at === index ? { ...entry, ...values } : entry)) });
  return (
    <>
      {query.map(({ name, value = "" }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is nothing but its position
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            aria-label={t("name")}
            placeholder="utm_source"
            maxLength={64}
            value={name}
            error={errors[`${path}.query.${index}.name`]}
            onChange={(event) => put(index, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={t("value")}
            placeholder={t("any")}
            maxLength={512}
            value={value}
            error={errors[`${path}.query.${index}.value`]}
            onChange={(event) => put(index, { value: event.currentTarget.value })}
          />
        </Group>
      ))}
      <ActionIcon
        size="sm"
        variant="default"
        aria-label={t("add")}
        title={t("add")}
        disabled={query.length >= 20}
        onClick={() => change({ query: [...query, { name: "", value: "" }] })}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </>
  );
}

function PeriodValues({ errors, path, when, change }: ValuesProps) {
  const t = useTranslations("links.rules");
  return (
    <Group gap="xs" grow align="flex-start">
      {(["from", "until"] as const).map((key) => (
        <LocalTimeInput
          key={key}
          label={t(key)}
          value={when[key] ?? ""}
          error={errors[`${path}.${key}`]}
          onChange={(value) => change({ [key]: value })}
        />
      ))}
    </Group>
  );
}

function WeekValues({ errors, path, when, change, position }: ValuesProps) {
  const t = useTranslations("links.rules");
  const format = useFormatter();
  const zone = when.timezone ?? "UTC";
  // The server may know time zones that the browser does not.
  const zones = useMounted() ? [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), zone])] : [zone];
  const { hours = { from: "", until: "" } } = when;
  const chosen = when.days ?? [];
  const toggle = (day: string) => {
    const next = days.filter((other) => chosen.includes(other) !== (other === day));
    change({ days: next.length > 0 ? next : undefined });
  };
  const putHours = (values: Partial<typeof hours>) => {
    const next = { ...hours, ...values };
    change({ hours: next.from || next.until ? next : undefined });
  };
  return (
    <>
      <Group gap={4} role="group" aria-label={t("days", { position })}>
        {days.map((day, index) => (
          <Button
            key={day}
            size="xs"
            variant={chosen.includes(day) ? "filled" : "default"}
            aria-pressed={chosen.includes(day)}
            onClick={() => toggle(day)}
          >
            {/* January 1, 2024 was a Monday. */}
            {format.dateTime(new Date(Date.UTC(2024, 0, index + 1)), { weekday: "short", timeZone: "UTC" })}
          </Button>
        ))}
      </Group>
      <Group gap="xs" grow align="flex-start">
        {(["from", "until"] as const).map((key) => (
          <TextInput
            key={key}
            type="time"
            label={t(key)}
            value={hours[key]}
            error={errors[`${path}.hours.${key}`] ?? (key === "from" ? errors[`${path}.days`] : undefined)}
            onChange={(event) => putHours({ [key]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <NativeSelect
        label={t("timezone")}
        data={zones}
        value={zone}
        error={errors[`${path}.timezone`]}
        onChange={(event) => change({ timezone: event.currentTarget.value })}
      />
    </>
  );
}
