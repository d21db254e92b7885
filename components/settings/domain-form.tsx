"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/choice";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./settings.module.css";

interface DomainFormProps {
  action: FormAction;
  /** The present default domain. */
  domains: Choice[];
}

/** The default domain of new links. */
export function DomainForm({ action, domains }: DomainFormProps) {
  const t = useTranslations("settings.domain");
  return (
    <Form action={action} submit={t("submit")} kept>
      {(state) => (
        <NativeSelect
          {...field(state, "domain")}
          label={t("label")}
          data={domains}
          defaultValue={domains[0]?.value}
          className={classes.field}
        />
      )}
    </Form>
  );
}
