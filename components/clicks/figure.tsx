import { Group, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import classes from "./figure.module.css";

interface FigureProps {
  label: string;
  value: number;
  /** value of the compared period */
  before?: number | null;
  /** the part of `value` that is compared, if not all of it */
  compared?: number;
  note: string;
}

/** One number, with its change from the compared period. */
export function Figure({ label, value, before, compared = value, note }: FigureProps) {
  const format = useFormatter();
  return (
    <div className={classes.figure}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" align="baseline">
        <span className={classes.value}>{format.number(value)}</span>
        {typeof before === "number" && <Change value={compared} before={before} />}
      </Group>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </div>
  );
}

function Change({ value, before }: { value: number; before: number }) {
  const t = useTranslations("clicks");
  const format = useFormatter();
  // There is nothing to compare with, or nothing changed.
  if (before === 0 || value === before) return null;
  const Icon = value > before ? IconArrowUpRight : IconArrowDownRight;
  const change = Math.abs(value - before) / before;
  return (
    <span className={value > before ? classes.up : classes.down}>
      <Icon size={16} role="img" aria-label={t(value > before ? "up" : "down")} />
      {change > LARGEST_CHANGE
        ? t("changeOver", { share: format.number(LARGEST_CHANGE, { style: "percent" }) })
        : format.number(change, { style: "percent" })}
    </span>
  );
}

/** A larger growth says only that there was almost nothing before: from 2 clicks to 8,117 it would be 405,750%. */
const LARGEST_CHANGE = 10;
