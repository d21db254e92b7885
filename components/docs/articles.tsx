"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { retryImport } from "@/components/ui/retry-import";
import type { Call } from "@/lib/http/openapi/reference-call";
import { Fields, type Row } from "./fields";
import classes from "./operation.module.css";
import { Code, Method, Prose } from "./text";
import codeClasses from "./text.module.css";
import type { OperationView } from "./use-operation-view";

/**
 * One operation: request and response fields on the left, an example on the right. It also renders in the browser,
 * because its data is a third of the size of its elements.
 */
export function OperationArticle(view: OperationView) {
  const { id, summary, description, sent, also, answered, refusals, curl, call, answer } = view;
  const t = useTranslations("console.operation");
  return (
    <article id={id} className={classes.operation} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p className={classes.address}>
          <Method name={call.method} />
          <code>{call.path}</code>
        </p>
        <p className={classes.description}>
          <Prose text={description} />
        </p>
        {sent.map(({ place, rows }) => (
          <div key={place}>
            <h3>{t(place)}</h3>
            <Fields rows={rows} sent />
          </div>
        ))}
        {also.length > 0 && (
          <div className={classes.also}>
            <h3>{t("also")}</h3>
            <ul>
              {also.map((words) => (
                <li key={words}>
                  <Prose text={words} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <details className={classes.answer}>
          <summary>{t("answers")}</summary>
          {answered.length > 0 && <h3>{t("success")}</h3>}
          <Fields rows={answered} />
          <h3>{t("another")}</h3>
          <dl className={classes.refusals}>
            {refusals.map(([status, codes]) => (
              <div key={status}>
                <dt>
                  <a href={`/docs#status-${status}`}>{status}</a>
                </dt>
                <dd>{codes && <code>{codes}</code>}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <div className={classes.samples}>
        <Code title={t("request", { summary })} code={curl}>
          <TryIt call={call} summary={summary} />
        </Code>
        <Code title={t("answer", { summary })} code={answer} />
      </div>
    </article>
  );
}

interface Props {
  types: { type: string; sent: string }[];
  rows: Row[];
  example: string;
  titles: { fields: string; example: string };
}

/** Events with the same fields. It also renders in the browser, because its data is smaller than its elements. */
export function EventArticle({ types, rows, example, titles }: Props) {
  return (
    <article className={classes.operation}>
      <div>
        {types.map(({ type, sent }) => (
          <div key={type} id={type} className={classes.event}>
            <h3>
              <a href={`#${type}`}>{type}</a>
            </h3>
            <p>
              <Prose text={sent} />
            </p>
          </div>
        ))}
        <details className={classes.answer}>
          <summary>{titles.fields}</summary>
          <Fields rows={rows} />
        </details>
      </div>
      <div className={classes.samples}>
        <Code title={titles.example} code={example} />
      </div>
    </article>
  );
}

// Loaded when someone wants to try an operation.
const Console = dynamic(() => retryImport(() => import("./console").then((module) => module.Console)), { ssr: false });

/** Opens the console of one operation. Its input is kept until the page is left. */
function TryIt({ call, summary }: { call: Call; summary: string }) {
  const t = useTranslations("console");
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  return (
    <>
      <button
        type="button"
        className={codeClasses.copy}
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
