"use client";

import { useTranslations } from "next-intl";
import { Code } from "./code";
import { Fields } from "./fields";
import { Method } from "./method";
import classes from "./operation.module.css";
import { Prose } from "./prose";
import { TryIt } from "./try-it";
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
