"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { formatTimestamp, parseTimestamp, timestampOfLocal } from "@/lib/contract/timestamp";

interface LocalTimeInputProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** `YYYY-MM-DD HH:MM:SS` in UTC, or empty */
  value: string;
  onChange: (value: string) => void;
}

/** What is sent of a date without its time, to be refused: to scripts it is empty, and to whoever typed it it is not. */
const UNFINISHED = "unfinished";

/** Shows and takes a moment in the person's time zone. */
export function LocalTimeInput({ value, onChange, ...props }: LocalTimeInputProps) {
  // The server does not know the time zone: what it renders must not depend on it.
  const mounted = useMounted();
  const finish = ({ value: text, validity }: HTMLInputElement) => {
    if (validity.badInput) onChange(UNFINISHED);
    else if (text === "" && value === UNFINISHED) onChange("");
  };
  return (
    <TextInput
      {...props}
      type="datetime-local"
      step={60}
      value={mounted ? toLocal(value) : ""}
      onChange={(event) => onChange(timestampOfLocal(event.currentTarget.value))}
      onBlur={(event) => finish(event.currentTarget)}
      onKeyDown={(event) => event.key === "Enter" && finish(event.currentTarget)}
    />
  );
}

function toLocal(utc: string): string {
  const date = parseTimestamp(utc);
  if (!date) return "";
  return formatTimestamp(new Date(date.getTime() - date.getTimezoneOffset() * 60_000))
    .replace(" ", "T")
    .slice(0, 16);
}
