import { Anchor, Badge, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Code } from "./code";
import classes from "./console.module.css";
import type { Answer } from "./send-call";

/** Longer answers would make the page slow to scroll. */
const SHOWN_CHARACTERS = 100_000;

/** The status, the duration, the relevant headers, and the body. */
export function ConsoleAnswer({ answer }: { answer: Answer }) {
  const t = useTranslations("console");
  const { status, ms, headers, text, file } = answer;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Badge size="lg" variant="light" color={status < 300 ? "pine" : "red"} className={classes.status}>
          {t("status", { status: String(status) })}
        </Badge>
        <span className={classes.note}>{t("took", { ms })}</span>
      </Group>
      <dl className={classes.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {file ? <SavedFile file={file} /> : <Code title={t("answer")} code={text.slice(0, SHOWN_CHARACTERS)} />}
      {text.length > SHOWN_CHARACTERS && (
        <p className={classes.note}>{t("cut", { shown: SHOWN_CHARACTERS, all: text.length })}</p>
      )}
    </Stack>
  );
}

function SavedFile({ file }: { file: Blob }) {
  const t = useTranslations("console");
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <Anchor href={address} download>
      {t("save", { type: file.type, bytes: file.size })}
    </Anchor>
  );
}
