"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useAccountZone } from "@/components/ui/account-zone";
import { withOffset } from "@/lib/contract/local-time";
import { localTimeOf, parseTimestamp, timestampOfLocal } from "@/lib/contract/timestamp";

interface LocalTimeInputProps extends Omit<TextInputProps, "value" | "onChange" | "description"> {
  description?: string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC, or empty */
  value: string;
  onChange: (value: string) => void;
}

/**
 * Sent for a date without a time, so that it is refused: the input's value is empty for scripts, although the user sees
 * a date.
 */
const UNFINISHED = "unfinished";

/** Shows and accepts a time in the account's time zone, or in the browser's if the account has none. */
export function LocalTimeInput({ value, onChange, description, ...props }: LocalTimeInputProps) {
  const t = useTranslations("ui");
  const zone = useAccountZone();
  // The server does not know the browser's time zone, so the first render must not depend on it.
  const mounted = useMounted();
  const date = mounted && parseTimestamp(value);
  const zoneName = date ? withOffset(zone ?? t("ownTime"), date.getTime(), zone) : (zone ?? t("ownTime"));
  const finish = ({ value: text, validity }: HTMLInputElement) => {
    if (validity.badInput) onChange(UNFINISHED);
    else if (text === "" && value === UNFINISHED) onChange("");
  };
  return (
    <TextInput
      {...props}
      description={[zoneName, description].filter(Boolean).join(" · ")}
      type="datetime-local"
      step={60}
      value={date ? localTimeOf(date, zone) : ""}
      onChange={(event) => onChange(timestampOfLocal(event.currentTarget.value, zone))}
      onBlur={(event) => finish(event.currentTarget)}
      onKeyDown={(event) => event.key === "Enter" && finish(event.currentTarget)}
    />
  );
}
