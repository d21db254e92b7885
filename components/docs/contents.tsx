import { useTranslations } from "next-intl";
import type { TagEntry } from "@/lib/http/reference-pages";
import classes from "./contents.module.css";
import { guideSections } from "./guide";
import { Method } from "./method";
import { Search } from "./search";

/** The way around the reference: beside it where there is room, folded above it on a phone. */
export function Contents({ tags }: { tags: TagEntry[] }) {
  const t = useTranslations("docs");
  return (
    <Search>
      <details className={classes.folded}>
        <summary>{t("contents")}</summary>
        <Links tags={tags} />
      </details>
      <aside className={classes.beside}>
        <Links tags={tags} />
      </aside>
    </Search>
  );
}

function Links({ tags }: { tags: TagEntry[] }) {
  const t = useTranslations("docs");
  return (
    <nav aria-label={t("navigation")}>
      <p className={classes.heading}>{t("guide.title")}</p>
      <ul className={classes.list}>
        {guideSections.map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{t(`guide.${id}.title`)}</a>
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
