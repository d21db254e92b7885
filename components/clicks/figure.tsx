import { Group, Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import classes from "./figure.module.css";

interface FigureProps {
  label: string;
  value: number;
  /** the same figure in the period before, to compare with */
  before?: number;
  note: string;
}

/** One number of a page, with what it was before. */
export function Figure({ label, value, before, note }: FigureProps) {
  return (
    <div className={classes.figure}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Group gap="xs" align="baseline">
        <span className={classes.value}>{value.toLocaleString("en")}</span>
        {before !== undefined && <Change value={value} before={before} />}
      </Group>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </div>
  );
}

function Change({ value, before }: { value: number; before: number }) {
  // Nothing to compare with, or nothing changed.
  if (before === 0 || value === before) return null;
  const Icon = value > before ? IconArrowUpRight : IconArrowDownRight;
  const percent = Math.round((Math.abs(value - before) / before) * 100);
  return (
    <span className={value > before ? classes.up : classes.down}>
      <Icon size={16} role="img" aria-label={value > before ? "up" : "down"} />
      {percent.toLocaleString("en")} %
    </span>
  );
}
