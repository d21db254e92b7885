import type { OperationEntry } from "@/lib/http/reference-pages";
import { Code } from "./code";
import { Codes } from "./codes";
import { FieldList } from "./field-list";
import { Method } from "./method";
import classes from "./operation.module.css";
import { Prose } from "./prose";

/** One operation: what it takes and answers at the left, a call and its answer at the right. */
export function Operation({ operation }: { operation: OperationEntry }) {
  const { id, method, path, summary, description, open, also, refusals, curl, answer } = operation;
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
        {description && (
          <p className={classes.description}>
            <Prose text={description} />
          </p>
        )}
        {open && <p className={classes.description}>No key needed.</p>}
        <FieldList title="In the path" fields={operation.pathFields} sent />
        <FieldList title="In the query" fields={operation.queryFields} sent />
        <FieldList title="In the body" fields={operation.bodyFields} sent />
        {also.length > 0 && (
          <div className={classes.also}>
            <h4>Also understood</h4>
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
          <summary>What it answers</summary>
          <FieldList title="With status 200" fields={operation.resultFields} />
          <h4>With another status</h4>
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
        <Code title={`${summary}: request`} code={curl} />
        <Code title={`${summary}: answer`} code={answer} />
      </div>
    </article>
  );
}
