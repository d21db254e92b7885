"use client";

import { Button, Kbd, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useEffect, useRef, useState, useTransition } from "react";
import type { Choice } from "@/components/ui/choice";
import { copyText } from "@/components/ui/copy-text";
import type { FormAction } from "@/components/ui/form";
import { useLeave } from "@/components/ui/leave-guard";
import { useMayWrite } from "@/components/ui/may-write";
import { notifyDone } from "@/components/ui/notify";
import { plainInputProps } from "@/components/ui/plain-inputs";
import { preHydrationValue } from "@/components/ui/pre-hydration-value";
import { retryImport } from "@/components/ui/retry-import";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionRefusal } from "@/lib/contract/action-result";
import { withoutScheme } from "@/lib/contract/readable-url";
import { quickLink } from "@/lib/resources/links/writing/quick";
import type { CreateLinkAction } from "./link-form";
import classes from "./new-link-field.module.css";

/** Loaded only if an alias is typed. */
const AliasAvailability = dynamic(
  () => retryImport(() => import("./alias-availability").then((module) => module.AliasAvailability)),
  { loading: () => null },
);

interface NewLinkFieldProps {
  create: CreateLinkAction;
  /** sent by the browser without scripts, or before they have loaded */
  shorten: FormAction;
  /** the domains for the new link, the default one first */
  domains?: Choice[];
  /** whether to explain what can be typed, as before the first link */
  explained?: boolean;
  /** called before the page with the created link opens */
  onCreated?: () => void;
}

/** The line contains everything, so the errors of all fields are shown below it. */
const refusalText = ({ error, errors }: ActionRefusal) => errors.url ?? errors.custom ?? errors.domain ?? error;

/** Pages that have this field, and show the created link. */
export const pagesWithField = ["/dashboard", "/dashboard/links"];

/**
 * Creates a link from a pasted URL, optionally followed by an alias, when Enter is pressed. The short link is copied to
 * the clipboard, and shown at the top of the overview or the links page. `c` focuses the field from anywhere.
 */
export function NewLinkField({ create, shorten, domains = [], explained = false, onCreated }: NewLinkFieldProps) {
  const t = useTranslations("shell.newLink");
  const leadOn = useNavigate();
  const leave = useLeave();
  const shownOn = usePathname() === "/dashboard" ? "/dashboard" : "/dashboard/links";
  const mayWrite = useMayWrite("links");
  const callAction = useSafeAction();
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const [sent, action] = useActionState(shorten, null);
  const refused = sent?.ok === false ? sent : null;
  const [text, setText] = useState(refused?.values?.url ?? "");
  const [chosen, setChosen] = useState(refused?.values?.domain);
  const [error, setError] = useState(refused ? refusalText(refused) : undefined);
  const [used, setUsed] = useState(false);
  const [pending, startTransition] = useTransition();
  const line = quickLink(text);
  const typed = { domain: chosen, ...line };
  const named = domains.find(({ value }) => withoutScheme(value).toLowerCase() === line.domain?.toLowerCase());

  /** A domain chosen by hand replaces the one that was typed. */
  const choose = (domain: string) => {
    setChosen(domain);
    if (line.domain) setText([line.url, line.custom].filter(Boolean).join(" "));
  };

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
    const created = callAction(create(typed));
    const copying = copyText(created.then((result) => (result.ok ? result.value.shortUrl : null)));
    startTransition(async () => {
      const result = await created;
      if (!result.ok) {
        setError(refusalText(result));
        input.current?.focus();
        return;
      }
      // Keep the text if the user has already typed the next URL.
      setText((present) => (present === text ? "" : present));
      const message = (await copying) ? t("copied", { url: result.value.shortUrl }) : result.value.shortUrl;
      notifyDone(t("done"), message);
      onCreated?.();
      leave(() => leadOn(`${shownOn}?created=${result.value.id}`));
    });
  };

  if (!mayWrite) return null;
  return (
    <form
      action={action}
      onSubmit={submit}
      onFocus={() => setUsed(true)}
      noValidate
      className={classes.large}
      data-folded={(!used && !explained && text === "" && !error) || undefined}
    >
      <TextInput
        ref={input}
        className={classes.input}
        name="url"
        data-hotkey="c"
        autoComplete="off"
        enterKeyHint="go"
        {...plainInputProps}
        size="lg"
        aria-label={t("label")}
        placeholder={t("paste")}
        leftSection={<IconLink size={20} aria-hidden />}
        rightSection={text === "" && <Kbd visibleFrom="sm">{"c"}</Kbd>}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {domains.length > 1 && (
        <NativeSelect
          ref={select}
          className={classes.domain}
          name="domain"
          size="lg"
          aria-label={t("domain")}
          data={domains}
          value={named?.value ?? chosen ?? domains[0]?.value}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <Button type="submit" size="lg" loading={pending}>
        {t("shorten")}
      </Button>
      <Text component="div" size="sm" c="dimmed" className={classes.about} role="status">
        {typed.custom && !error ? <AliasAvailability {...typed} alias={typed.custom} /> : explained && t("about")}
      </Text>
    </form>
  );
}
