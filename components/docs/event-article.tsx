"use client";

import { Code } from "./code";
import { Fields, type Row } from "./fields";
import classes from "./operation.module.css";
import { Prose } from "./prose";

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
