"use client";

import { Loader, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import classes from "./links-toolbar.module.css";
import { type LinksView, linksHref } from "./links-view";

const orders = ["date", "click"] as const satisfies LinksView["order"][];

/** Search and order of the list. Both live in the address: any view can be shared, reloaded and gone back to. */
export function LinksToolbar({ q, order }: Pick<LinksView, "q" | "order">) {
  const t = useTranslations("links");
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  // The address changed by other means than typing, such as the browser's back button.
  if (q !== asked && !pending) {
    setAsked(q);
    setText(q);
  }

  const show = (view: Pick<LinksView, "q" | "order">) => {
    setAsked(view.q);
    startTransition(() => router.replace(linksHref(view), { scroll: false }));
  };
  const search = useDebouncedCallback((value: string) => show({ q: value.trim(), order }), 300);

  return (
    <search className={classes.toolbar}>
      <TextInput
        className={classes.search}
        type="search"
        name="q"
        size="sm"
        maxLength={255}
        aria-label={t("search.label")}
        placeholder={t("search.placeholder")}
        leftSection={<IconSearch size={17} aria-hidden />}
        rightSection={pending && <Loader size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <NativeSelect
        size="sm"
        aria-label={t("order.label")}
        data={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
        value={order}
        onChange={(event) => show({ q: text.trim(), order: event.currentTarget.value as LinksView["order"] })}
      />
    </search>
  );
}
