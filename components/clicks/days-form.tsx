import { Button } from "@mantine/core";
import Form from "next/form";
import { useTranslations } from "next-intl";
import classes from "./clicks-filter.module.css";
import { type ClicksRequest, clicksQuery } from "./clicks-view";
import { PendingMark } from "./pending-mark";

interface DaysFormProps<Name extends string> {
  view: ClicksRequest;
  /** label of each day, by parameter */
  names: Record<Name, string>;
  values: Record<Name, string>;
  /** parameters to drop, because the days replace them */
  without?: string[];
}

/** A form that opens another view for the entered days. */
export function DaysForm<Name extends string>({ view, names, values, without = ["days"] }: DaysFormProps<Name>) {
  const t = useTranslations("clicks");
  const parameters = Object.keys(names) as Name[];
  const others = [...new URLSearchParams(clicksQuery(view))].filter(
    ([name]) => !without.includes(name) && !parameters.includes(name as Name),
  );
  return (
    <Form action="" scroll={false} className={classes.between}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {parameters.map((name) => (
        <label key={name} className={classes.date}>
          <span>{names[name]}</span>
          <input key={values[name]} type="date" name={name} defaultValue={values[name]} required />
        </label>
      ))}
      <Button type="submit" size="sm" variant="default" px="sm">
        {t("show")}
        <PendingMark />
      </Button>
    </Form>
  );
}
