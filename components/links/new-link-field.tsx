"use client";

import { Button, Kbd, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { copyText } from "@/components/ui/copy-text";
import type { FormAction } from "@/components/ui/form";
import { useLeave } from "@/components/ui/leave-guard";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { preHydrationValue } from "@/components/ui/pre-hydration-value";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import { verbatim } from "@/components/ui/verbatim";
import type { ActionRefusal } from "@/lib/contract/action-result";
import { quickLink } from "@/lib/resources/links/quick";
import classes from "./new-link-field.module.css";
import type { CreateLinkAction } from "./saved-link";
import { TypedAlias } from "./typed-alias";

interface NewLinkFieldProps {
  create: CreateLinkAction;
  /** what the browser sends by itself, without the page's scripts or before they have come */
  shorten: FormAction;
  /** on which it can be put, the default one first */
  domains?: Choice[];
  /** the field of the links page; otherwise it is the one in the header */
  large?: boolean;
}

/** One line says all of it, so its sentences stand there too. */
const sentenceOf = ({ error, errors }: ActionRefusal) => errors.url ?? errors.custom ?? errors.domain ?? error;

/** The pages with a large field of their own, which show what was made. */
export const pagesWithField = ["/dashboard", "/dashboard/links"];

/**
 * Paste a URL, with an alias behind it if you like, press Enter: the short link is on the clipboard, and shown at the top
 * of the overview or of the links. `c` leads here from anywhere.
 */
export function NewLinkField({ create, shorten, domains = [], large = false }: NewLinkFieldProps) {
  const t = useTranslations("shell.newLink");
  const leadOn = useNavigate();
  const leave = useLeave();
  const shownOn = usePathname() === "/dashboard" ? "/dashboard" : "/dashboard/links";
  const mayWrite = useMayWrite("links");
  const reach = useSafeAction();
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const [sent, action] = useActionState(shorten, null);
  const refused = sent?.ok === false ? sent : null;
  const [text, setText] = useState(refused?.values?.url ?? "");
  const [chosen, setChosen] = useState(refused?.values?.domain);
  const [error, setError] = useState(refused ? sentenceOf(refused) : undefined);
  const [pending, startTransition] = useTransition();
  const typed = { domain: chosen, ...quickLink(text) };

  useEffect(() => {
    const early = preHydrationValue(input.current);
    if (typeof early === "string") setText(early);
    const earlyDomain = preHydrationValue(select.current);
    if (typeof earlyDomain === "string") setChosen(earlyDomain);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Ignore a second Enter.
    if (pending) return;
    const created = reach(create(typed));
    const copying = copyText(created.then((result) => (result.ok ? result.value.shortUrl : null)));
    startTransition(async () => {
      const result = await created;
      if (!result.ok) {
        setError(sentenceOf(result));
        input.current?.focus();
        return;
      }
      // The next one may stand there already.
      setText((present) => (present === text ? "" : present));
      const message = (await copying) ? t("copied", { url: result.value.shortUrl }) : result.value.shortUrl;
      notifyDone(t("done"), message);
      leave(() => leadOn(`${shownOn}?created=${result.value.id}`));
    });
  };

  if (!mayWrite) return null;
  return (
    <form action={action} onSubmit={submit} noValidate className={large ? classes.large : classes.small}>
      <TextInput
        ref={input}
        className={classes.input}
        name="url"
        data-hotkey="c"
        autoComplete="off"
        enterKeyHint="go"
        {...verbatim}
        size={large ? "lg" : "sm"}
        aria-label={t("label")}
        placeholder={t(large ? "paste" : "pasteShort")}
        leftSection={<IconLink size={large ? 22 : 17} aria-hidden />}
        rightSection={text === "" && <Kbd visibleFrom="sm">{"c"}</Kbd>}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {large && domains.length > 1 && (
        <NativeSelect
          ref={select}
          className={classes.domain}
          name="domain"
          size="lg"
          aria-label={t("domain")}
          data={domains}
          value={chosen ?? domains[0]?.value}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      {large && (
        <Button type="submit" size="lg" loading={pending}>
          {t("shorten")}
        </Button>
      )}
      <Text component="div" size="sm" c="dimmed" className={classes.about} role="status">
        {typed.custom && !error ? <TypedAlias {...typed} alias={typed.custom} /> : large && t("about")}
      </Text>
    </form>
  );
}
