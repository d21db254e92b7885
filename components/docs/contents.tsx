import type { TagEntry } from "@/lib/http/reference-pages";
import classes from "./contents.module.css";
import { guideSections } from "./guide";
import { Method } from "./method";

/** The way around the reference: beside it where there is room, folded above it on a phone. */
export function Contents({ tags }: { tags: TagEntry[] }) {
  return (
    <>
      <details className={classes.folded}>
        <summary>Contents</summary>
        <Links tags={tags} />
      </details>
      <aside className={classes.beside}>
        <Links tags={tags} />
      </aside>
    </>
  );
}

function Links({ tags }: { tags: TagEntry[] }) {
  return (
    <nav aria-label="Reference">
      <p className={classes.heading}>Guide</p>
      <ul className={classes.list}>
        {guideSections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {tags.map(({ name, operations }) => (
        <div key={name}>
          <p className={classes.heading}>{name}</p>
          <ul className={classes.list}>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span>{summary}</span>
                  <Method name={method} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
