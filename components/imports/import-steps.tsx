"use client";

import { Alert, NativeSelect, Progress, Radio, RadioGroup, SimpleGrid, Stack, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Form, type FormAction, field } from "@/components/ui/form";
import { choosableFields, columnPrefix } from "@/lib/resources/imports/format/columns";
import type { ImportColumns, TakenChoice } from "@/lib/resources/imports/format/schema";
import type { ImportState } from "@/lib/resources/imports/service";
import classes from "./imports.module.css";
import type { Shown } from "./outcomes";

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
            {dates.ambiguous && <Alert variant="light">{t("ask")}</Alert>}
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

interface StartFormProps {
  id: number;
  counts: Record<Shown, number>;
  /** what the account chose for taken aliases last time */
  remembered: TakenChoice;
  /** how many more links the plan allows; null if there is no limit */
  room: number | null;
  /** the things that are created along with the links, as text */
  made: string[];
  start: FormAction;
}

/** The preview of an import, with the choice for taken aliases and the start button. */
export function StartForm({ id, counts, remembered, room, made, start }: StartFormProps) {
  const t = useTranslations("imports.start");
  const format = useFormatter();
  const { ready, taken: foreign, own, partial } = counts;
  const taken = foreign + own;
  const isPossible = remembered !== "overwrite" || own > 0;
  const usual = isPossible ? remembered : "skip";
  if (ready + taken === 0) return <Alert title={t("nothing")}>{t("nothingText")}</Alert>;
  return (
    <Card title={t("title", { count: ready })} lead={t("lead")}>
      <Form action={start} submit={t("submit")}>
        {() => (
          <Stack gap="md">
            <input type="hidden" name="id" value={id} />
            {taken === 0 ? (
              <input type="hidden" name="taken" value={remembered} />
            ) : (
              <RadioGroup
                name="taken"
                label={t("taken", { count: taken })}
                defaultValue={ready === 0 && usual === "skip" ? "suffix" : usual}
              >
                <Stack gap="xs" mt="xs">
                  <Radio value="skip" label={t("skip")} description={t("skipAbout")} />
                  <Radio value="suffix" label={t("rename")} description={t("renameAbout")} />
                  {own > 0 && (
                    <Radio
                      value="overwrite"
                      label={t("overwrite", { count: own })}
                      description={t("overwriteAbout", { foreign })}
                    />
                  )}
                </Stack>
              </RadioGroup>
            )}
            {made.length > 0 && <Text>{t("made", { things: format.list(made) })}</Text>}
            {partial > 0 && <Text>{t("partial", { count: partial })}</Text>}
            {room !== null && (
              <Text c={room < ready ? "var(--mantine-color-error)" : "dimmed"}>
                {t(room < ready ? "tooMany" : "room", { room, count: ready - room })}
              </Text>
            )}
          </Stack>
        )}
      </Form>
    </Card>
  );
}

const everyMs = 1_000;

/** Progress of an import, polled while it runs. Without JavaScript, reload the page. */
export function ImportProgress({ state }: { state: ImportState }) {
  const t = useTranslations("imports.progress");
  const router = useRouter();
  useInterval(() => router.refresh(), everyMs, { autoInvoke: true });
  const { counts, rows, import: found } = state;
  if (found.status === "reading") return <Text role="status">{t("reading", { count: rows })}</Text>;
  const made = counts.created + counts.renamed + counts.overwritten;
  const settled = made + counts.left;
  const all =
    settled + counts.ready + (found.rename ? counts.taken : 0) + (found.rename || found.overwrite ? counts.own : 0);
  return (
    <Card title={t("title")} lead={t("lead")}>
      <Progress value={(100 * settled) / Math.max(1, all)} size="lg" aria-label={t("title")} />
      <Text mt="xs" role="status">
        {t("made", { made, all })}
      </Text>
    </Card>
  );
}
