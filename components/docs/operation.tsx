import { useTranslations } from "next-intl";
import type { OperationEntry } from "@/lib/http/reference-pages";
import { Code } from "./code";
import { Codes } from "./codes";
import { FieldList } from "./field-list";
import { Method } from "./method";
import classes from "./operation.module.css";
import { Prose } from "./prose";
import { TryIt } from "./try-it";
import { useAlsoSentences } from "./use-also-sentences";

/** One operation: what it takes and answers at the left, a call and its answer at the right. */
export function Operation({ operation }: { operation: OperationEntry }) {
  const { id, method, path, summary, description, permission, open, also, refusals, call, curl, answer } = operation;
  const t = useTranslations("docs");
  const alsoUnderstood = useAlsoSentences(also);
  return (
    <article id={id} className={classes.operation} aria-labelledby={`${id}-title`}>
      <div className={classes.words}>
        <h3 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h3>
        <p className={classes.address}>
          <Method name={method} />
          <code>{path}</code>
        </p>
        <p className={classes.description}>
          <Prose text={description} /> {permission && <Prose text={t("permission", { name: permission })} />}
          {open && t("noKey")}
        </p>
        <FieldList title={t("fields.path")} fields={operation.pathFields} sent />
        <FieldList title={t("fields.query")} fields={operation.queryFields} sent />
        <FieldList title={t("fields.body")} fields={operation.bodyFields} sent />
        {alsoUnderstood.length > 0 && (
          <div className={classes.also}>
            <h4>{t("also.title")}</h4>
            <ul>
              {alsoUnderstood.map((words) => (
                <li key={words}>
                  <Prose text={words} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <details className={classes.answer}>
          <summary>{t("answers.title")}</summary>
          <FieldList title={t("answers.success")} fields={operation.resultFields} />
          <h4>{t("answers.another")}</h4>
          <dl className={classes.refusals}>
            {refusals.map(({ status, description: meaning, codes }) => (
              <div key={status}>
                <dt>
                  <a href={`#status-${status}`} className={classes.status} title={meaning.replaceAll("`", "")}>
                    {status}
                  </a>
                </dt>
                <dd>
                  <Codes names={codes} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <div className={classes.samples}>
        <Code title={t("sample.request", { summary })} code={curl}>
          <TryIt call={call} summary={summary} />
        </Code>
        <Code title={t("sample.answer", { summary })} code={answer} />
      </div>
    </article>
  );
}
