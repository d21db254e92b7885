"use client";

import { Button, Kbd, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { copyText } from "@/components/ui/copy-text";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { preHydrationValue } from "@/components/ui/pre-hydration-value";
import { ScriptedForm } from "@/components/ui/scripted-form";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { completeUrl } from "@/lib/contract/url";
import classes from "./new-link-field.module.css";
import type { CreateLinkAction } from "./saved-link";

/**
 * Paste a URL, press Enter: the short link is on the clipboard, and shown at the top of the links. `c` leads here from
 * anywhere. `large` is the field of the links page, otherwise it is the one in the header.
 */
export function NewLinkField({ create, large = false }: { create: CreateLinkAction; large?: boolean }) {
  const t = useTranslations("shell.newLink");
  const leadOn = useNavigate();
  const mayWrite = useMayWrite("links");
  const reach = useSafeAction();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState("");
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();

  useEffect(() => {
    const early = preHydrationValue(input.current);
    if (typeof early === "string") setUrl(early);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter, pressed twice.
    if (pending) return;
    const created = reach(create({ url: completeUrl(url) }));
    const copying = copyText(created.then((result) => (result.ok ? result.value.shortUrl : null)));
    startTransition(async () => {
      const result = await created;
      if (!result.ok) {
        setError(result.errors.url ?? result.error);
        input.current?.focus();
        return;
      }
      // The next one may stand there already.
      setUrl((present) => (present === url ? "" : present));
      const message = (await copying) ? t("copied", { url: result.value.shortUrl }) : result.value.shortUrl;
      notifyDone(t("done"), message);
      leadOn(`/dashboard/links?created=${result.value.id}`);
    });
  };

  if (!mayWrite) return null;
  return (
    <ScriptedForm ref={form} onSubmit={submit} className={large ? classes.large : classes.small}>
      <TextInput
        ref={input}
        className={classes.input}
        name="url"
        data-hotkey="c"
        type="url"
        inputMode="url"
        autoComplete="off"
        size={large ? "lg" : "sm"}
        aria-label={t("label")}
        placeholder={t(large ? "paste" : "pasteShort")}
        leftSection={<IconLink size={large ? 22 : 17} aria-hidden />}
        rightSection={url === "" && <Kbd visibleFrom="sm">{"c"}</Kbd>}
        value={url}
        error={error}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {large && (
        <Button type="submit" size="lg" loading={pending}>
          {t("shorten")}
        </Button>
      )}
    </ScriptedForm>
  );
}
