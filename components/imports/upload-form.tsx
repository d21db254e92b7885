"use client";

import { Button, InputWrapper, NativeSelect, Stack } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult } from "@/lib/contract/action-result";
import classes from "./imports.module.css";

interface UploadFormProps {
  maxBytes: number;
  domains: Choice[];
}

/** Uploads a file of links to be checked. Without JavaScript it is a plain form. */
export function UploadForm({ maxBytes, domains }: UploadFormProps) {
  const t = useTranslations("imports.upload");
  const format = useFormatter();
  const leadOn = useNavigate();
  const safely = useSafeAction();
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  const mebibytes = format.number(maxBytes / 2 ** 20);

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new FormData(form);
    const file = body.get("file");
    if (!(file instanceof File) || file.name === "") return setError(t("none"));
    if (file.size > maxBytes) return setError(t("tooLarge", { mebibytes }));
    startTransition(async () => {
      // A browser refuses to send a file that was edited after it was chosen, and reports only that sending failed.
      if (!(await isReadable(file))) return setError(t("changed"));
      const headers = { Accept: "application/json" };
      const answer = fetch(form.action, { method: "POST", headers, body });
      const result = await safely(answer.then((response) => response.json() as Promise<ActionResult<number>>));
      if (result.ok) leadOn(`/dashboard/import/${result.value}`);
      else setError(result.error);
    });
  };

  return (
    <form action="/dashboard/import/upload" method="post" encType="multipart/form-data" onSubmit={send}>
      <Stack align="flex-start">
        {domains.length > 1 && (
          <NativeSelect name="domain" label={t("domain")} description={t("domainAbout")} data={domains} />
        )}
        <InputWrapper label={t("file")} description={t("fileAbout", { mebibytes })} error={error} w="100%" id="file">
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
            className={classes.file}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? "file-description" : "file-error"}
            onChange={() => setError(undefined)}
          />
        </InputWrapper>
        <Button type="submit" loading={pending} leftSection={<IconUpload size={18} />}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
