"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import type { Call } from "@/lib/http/openapi/reference-call";
import classes from "./code.module.css";

// Loaded when someone wants to try an operation.
const Console = dynamic(() => retryImport(() => import("./console").then((module) => module.Console)), { ssr: false });

/** Opens the console of one operation. Its input is kept until the page is left. */
export function TryIt({ call, summary }: { call: Call; summary: string }) {
  const t = useTranslations("console");
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        data-main
        onClick={() => setState("open")}
        aria-label={t("tryOf", { summary })}
      >
        {t("try")}
      </button>
      {state !== "unused" && (
        <Console call={call} summary={summary} opened={state === "open"} close={() => setState("closed")} />
      )}
    </>
  );
}
