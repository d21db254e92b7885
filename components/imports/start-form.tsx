"use client";

import { Alert, Radio, RadioGroup, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Form, type FormAction } from "@/components/ui/form";
import type { TakenChoice } from "@/lib/resources/imports/format/schema";
import type { Shown } from "./outcomes";

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
            {made.length > 0 && <Text size="sm">{t("made", { things: format.list(made) })}</Text>}
            {partial > 0 && <Text size="sm">{t("partial", { count: partial })}</Text>}
            {room !== null && (
              <Text size="sm" c={room < ready ? "var(--mantine-color-error)" : "dimmed"}>
                {t(room < ready ? "tooMany" : "room", { room, count: ready - room })}
              </Text>
            )}
          </Stack>
        )}
      </Form>
    </Card>
  );
}
