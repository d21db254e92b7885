"use client";

import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LocalTimeInput } from "@/components/links/local-time-input";
import type { Choice } from "@/components/ui/choice";
import { Form, type FormAction, field } from "@/components/ui/form";
import classes from "./subscription-form.module.css";

interface SubscriptionFormProps {
  user: number;
  /** The id of the present plan. */
  present: string;
  plans: (Choice & { free: boolean })[];
  action: FormAction;
}

const intervals = ["monthly", "yearly", "lifetime"] as const;

/** Changes a user's plan for a period. */
export function SubscriptionForm({ user, present, plans, action }: SubscriptionFormProps) {
  const t = useTranslations("admin.plan");
  const [chosen, setChosen] = useState(present);
  const [until, setUntil] = useState("");
  const isFree = plans.some(({ value, free }) => value === chosen && free);
  return (
    <Form action={action} submit={t("submit")} kept>
      {(state) => (
        <div className={classes.fields}>
          <input type="hidden" name="userid" value={user} />
          <NativeSelect
            {...field(state, "planid")}
            label={t("plan")}
            data={plans.map(({ value, label }) => ({ value, label }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {isFree ? (
            <input type="hidden" name="type" value="lifetime" />
          ) : (
            <>
              <NativeSelect
                {...field(state, "type")}
                label={t("for")}
                data={intervals.map((value) => ({ value, label: t(`intervals.${value}`) }))}
              />
              <input type="hidden" name="expiration" value={until} />
              <LocalTimeInput
                label={t("until")}
                description={t("untilAbout")}
                inputWrapperOrder={["label", "input", "description", "error"]}
                value={until}
                error={field(state, "expiration").error}
                onChange={setUntil}
              />
            </>
          )}
        </div>
      )}
    </Form>
  );
}
