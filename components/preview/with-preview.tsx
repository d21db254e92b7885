"use client";

import { SegmentedControl } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import classes from "./with-preview.module.css";

interface WithPreviewProps {
  /** the route that draws the unsaved input */
  action: string;
  draft: object;
  /** true if the page is mainly for phones, and is only shown in that size */
  phone?: boolean;
  /** the editor */
  children: React.ReactNode;
}

/**
 * An editor with a preview next to it, which shows the result as visitors will see it. If there is not enough space for
 * both, only one is shown.
 */
export function WithPreview({ action, draft, phone = false, children }: WithPreviewProps) {
  const t = useTranslations("ui.preview");
  const [side, setSide] = useState("edit");
  const [device, setDevice] = useState("phone");
  const screen = useRef<HTMLDivElement>(null);
  const [drawn] = useDebouncedValue(JSON.stringify(draft), 250);
  const title = t("title");

  useEffect(() => {
    if (screen.current) draw(screen.current, action, title, drawn);
  }, [action, title, drawn]);

  return (
    <div className={classes.split} data-side={side}>
      <SegmentedControl
        className={classes.sides}
        aria-label={t("view")}
        fullWidth
        value={side}
        onChange={setSide}
        data={["edit", "preview"].map((value) => ({ value, label: t(`sides.${value as "edit" | "preview"}`) }))}
      />
      <div className={classes.edit}>{children}</div>
      <section className={classes.preview} aria-label={title}>
        {!phone && (
          <SegmentedControl
            aria-label={t("device")}
            size="xs"
            value={device}
            onChange={setDevice}
            data={["phone", "computer"].map((value) => ({
              value,
              label: t(`devices.${value as "phone" | "computer"}`),
            }))}
          />
        )}
        <div ref={screen} className={classes.screen} data-device={device} />
      </section>
    </div>
  );
}

let drawings = 0;

/**
 * Has the route at `action` draw a draft into `screen`. Each drawing is loaded in another frame, which replaces the
 * previous one once it is loaded. So nothing flickers, the page keeps its scroll position, and the browser's history
 * stays unchanged.
 */
function draw(screen: HTMLElement, action: string, title: string, draft: string): void {
  const frame = document.createElement("iframe");
  frame.name = `preview-${++drawings}`;
  frame.title = title;
  screen.append(frame);
  frame.onload = () => {
    // The browser's error page for a server that cannot be reached.
    if (!frame.contentDocument) return frame.remove();
    frame.contentWindow?.scrollTo(0, scrollOf(screen.firstElementChild));
    while (frame.previousElementSibling) frame.previousElementSibling.remove();
  };

  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, target: frame.name, hidden: true });
  const field = document.createElement("input");
  Object.assign(field, { name: "draft", value: draft });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

const scrollOf = (frame: Element | null) => (frame instanceof HTMLIFrameElement && frame.contentWindow?.scrollY) || 0;
