"use client";

import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { weights } from "@/lib/contract/theme";
import classes from "./conflict-dialog.module.css";
import { type Choices, type Conflict, findConflicts, merged } from "./conflicts";
import type { OpenConflict } from "./use-editor";
import { useFieldName } from "./use-field-name";

/** Shows what someone else has changed meanwhile, and asks for each field whose value to keep. */
export function ConflictDialog<Form extends object>({ versions, decide, cancel }: OpenConflict<Form>) {
  const t = useTranslations("fields.conflict");
  const nameOf = useFieldName();
  const conflicts = findConflicts(versions);
  const [choices, setChoices] = useState<Choices>(() =>
    Object.fromEntries(conflicts.map(({ path, both }) => [path, both ? "mine" : "theirs"])),
  );
  const all = (choice: "mine" | "theirs") =>
    setChoices(Object.fromEntries(conflicts.map(({ path }) => [path, choice])));
  return (
    <Modal opened onClose={cancel} title={t("title")} size="lg" centered zIndex={500}>
      <Stack>
        <Text>{t(conflicts.length > 0 ? "text" : "hidden")}</Text>
        {conflicts.length > 1 && (
          <Group gap="xs">
            <Button variant="default" size="xs" onClick={() => all("mine")}>
              {t("allMine")}
            </Button>
            <Button variant="default" size="xs" onClick={() => all("theirs")}>
              {t("allTheirs")}
            </Button>
          </Group>
        )}
        {conflicts.map(({ path, mine, theirs, both }) => (
          <Radio.Group
            key={path}
            label={nameOf(path) ?? path}
            value={choices[path]}
            onChange={(choice) => setChoices((present) => ({ ...present, [path]: choice as "mine" | "theirs" }))}
          >
            <div className={classes.choices}>
              {option("mine", t(both ? "mine" : "before"), mine)}
              {option("theirs", t("theirs"), theirs)}
            </div>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t("cancel")}
          </Button>
          <Button onClick={() => decide(merged(versions, choices))} data-autofocus>
            {t("save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );

  function option(value: "mine" | "theirs", label: string, shown: Conflict["mine"]) {
    return (
      <Radio.Card value={value} className={classes.choice} p="sm" radius="md" aria-label={`${label}: ${textOf(shown)}`}>
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <Radio.Indicator />
          <div className={classes.value}>
            <Text fw={weights.bold}>{label}</Text>
            <Text dir="auto">{textOf(shown)}</Text>
          </div>
        </Group>
      </Radio.Card>
    );
  }

  function textOf(value: unknown): string {
    if (value === null || value === undefined || value === "") return t("none");
    if (typeof value === "boolean") return t(value ? "on" : "off");
    if (!Array.isArray(value)) return String(value);
    if (value.length === 0) return t("none");
    return value.every((one) => typeof one === "string") ? value.join(", ") : t("entries", { count: value.length });
  }
}
