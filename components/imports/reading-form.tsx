"use client";

import { NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Form, type FormAction, field } from "@/components/ui/form";
import { choosableFields, columnPrefix } from "@/lib/resources/imports/format/columns";
import type { ImportColumns } from "@/lib/resources/imports/format/schema";
import classes from "./imports.module.css";

const shownColumns = 60;

interface ReadingFormProps {
  id: number;
  columns: ImportColumns;
  /** the first values of each column */
  values: Record<string, string[]>;
  /** all time zones; none if every date in the file has its own */
  zones: string[];
  read: FormAction;
}

/** Shows how a file was read, with all choices that the user can change before the import starts. */
export function ReadingForm({ id, columns: { columns, reading, dates }, values, zones, read }: ReadingFormProps) {
  const t = useTranslations("imports.reading");
  const fields = choosableFields.map((value) => ({ value, label: t(`fields.${value}`) }));
  return (
    <Card title={t("title")} lead={t("lead", { count: columns.filter((column) => column.field === null).length })}>
      <Form action={read} submit={t("submit")} variant="default" kept>
        {(state) => (
          <Stack gap="md" w="100%">
            <input type="hidden" name="id" value={id} />
            {zones.length > 0 ? (
              <NativeSelect
                label={t("timeZone")}
                description={t("timeZoneAbout", { zone: reading.timeZone })}
                data={zones}
                {...field(state, "timezone")}
                defaultValue={reading.timeZone}
              />
            ) : (
              <input type="hidden" name="timezone" value={reading.timeZone} />
            )}
            {dates.ambiguous ? (
              <NativeSelect
                label={t("dates")}
                description={t("datesAbout")}
                data={[
                  { value: "0", label: t("monthFirst") },
                  { value: "1", label: t("dayFirst") },
                ]}
                {...field(state, "dayfirst")}
                defaultValue={reading.dayFirst ? "1" : "0"}
              />
            ) : (
              <input type="hidden" name="dayfirst" value={reading.dayFirst ? "1" : "0"} />
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {columns.slice(0, shownColumns).map(({ name, label, field: found }) => (
                <NativeSelect
                  key={name}
                  name={columnPrefix + name}
                  label={label}
                  description={Object.hasOwn(values, name) ? <FirstValues values={values[name] ?? []} /> : undefined}
                  defaultValue={Object.hasOwn(reading.mapping, name) ? reading.mapping[name] : ""}
                  data={[
                    { value: "", label: t(found === null ? "unrecognized" : "byName") },
                    ...fields,
                    { value: "ignore", label: t("ignore") },
                  ]}
                />
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </Form>
    </Card>
  );
}

/** The first values of a column, so that people see what it contains. */
function FirstValues({ values }: { values: string[] }) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other key, and do not move
    <span key={index} className={classes.value} dir="auto">
      {value}
    </span>
  ));
}
