"use client";

import { ActionIcon, Button, Fieldset, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { FieldErrorText } from "./field-error-text";
import classes from "./rows.module.css";

interface RowsProps<Row> {
  legend: string;
  description: string;
  /** Label of the button that adds a row. */
  add: string;
  /** Label of the button that removes the row at a position, counted from 1. */
  remove: (position: number) => string;
  rows: Row[];
  empty: Row;
  error?: string;
  onChange: (rows: Row[]) => void;
  children: (row: Row, change: (values: Partial<Row>) => void, index: number) => ReactNode;
}

/** A list of entries to add and remove. */
export function Rows<Row extends object>({
  legend,
  description,
  add,
  remove,
  rows,
  empty,
  error,
  onChange,
  children,
}: RowsProps<Row>) {
  const adding = useRef<HTMLButtonElement>(null);
  const change = (index: number, values: Partial<Row>) =>
    onChange(rows.with(index, { ...(rows[index] ?? empty), ...values }));
  return (
    <Fieldset legend={legend} className={classes.rows}>
      <Text size="sm" c="dimmed">
        {description}
      </Text>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className={classes.row}>
          {children(row, (values) => change(index, values), index)}
          <ActionIcon
            className={classes.remove}
            variant="subtle"
            color="gray"
            aria-label={remove(index + 1)}
            onClick={() => {
              onChange(rows.toSpliced(index, 1));
              // The focused button was removed with its row.
              adding.current?.focus();
            }}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      <FieldErrorText>{error}</FieldErrorText>
      <Button
        ref={adding}
        variant="default"
        className={classes.add}
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...rows, empty])}
      >
        {add}
      </Button>
    </Fieldset>
  );
}
