"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Form, field } from "@/components/ui/form";
import { chooseZone } from "@/lib/http/choose-zone";
import classes from "./settings.module.css";

interface ZoneFormProps {
  /** All time zones to choose from. */
  zones: string[];
  chosen: string;
}

/** The time zone in which the account's days and dates are shown. */
export function ZoneForm({ zones, chosen }: ZoneFormProps) {
  const t = useTranslations("settings.zone");
  return (
    <Form action={chooseZone} submit={t("submit")} kept>
      {(state) => {
        const { defaultValue = chosen, ...zone } = field(state, "timezone");
        return (
          <NativeSelect
            label={t("label")}
            className={classes.field}
            {...zone}
            data={zones}
            key={defaultValue}
            defaultValue={defaultValue}
          />
        );
      }}
    </Form>
  );
}
