"use client";

import { Button, Group } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNavigate } from "@/components/ui/use-navigate";
import { LocalTimeInput } from "./local-time-input";

/** A form that shows the link at a past time. */
export function HistoryMoment({ path, at }: { path: string; at: string }) {
  const t = useTranslations("links.history");
  const leadOn = useNavigate();
  const [moment, setMoment] = useState(at);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        leadOn(moment ? `${path}?at=${encodeURIComponent(moment)}` : path);
      }}
    >
      <Group align="flex-end" gap="sm">
        <LocalTimeInput
          label={t("atField")}
          name="at"
          required
          withAsterisk={false}
          value={moment}
          onChange={setMoment}
        />
        <Button type="submit" variant="default">
          {t("atRun")}
        </Button>
      </Group>
    </form>
  );
}
