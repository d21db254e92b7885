"use client";

import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import classes from "./text.module.css";

/** Copies the code of the figure that it is in. */
export function CopyButton({ label }: { label: string }) {
  const t = useTranslations("console");
  const [copied, setCopied] = useState(false);
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const code = currentTarget.closest("figure")?.querySelector("pre")?.textContent ?? null;
    if (!(await copyText(Promise.resolve(code)))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" className={classes.copy} data-copied={copied || undefined} onClick={copy} aria-label={label}>
      <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
    </button>
  );
}
