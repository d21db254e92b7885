import { useTranslations } from "next-intl";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import classes from "./contents.module.css";
import { deliverySections } from "./delivery-sections";
import { guideSections } from "./guide-sections";
import { Method } from "./method";
import { Search } from "./search";

interface Props {
  tags: TagEntry[];
  /** the resource of this page; undefined on the guide's page */
  current?: TagEntry;
}

/** The table of contents of the reference: at the side, or folded above it on a phone. */
export function Contents(props: Props) {
  const t = useTranslations("docs");
  return (
    <Search>
      <details className={classes.folded}>
        <summary>{t("contents")}</summary>
        <Links {...props} />
      </details>
      <aside className={classes.beside}>
        <Links {...props} />
      </aside>
    </Search>
  );
}

/** The resources, and the contents of the present one. */
function Links({ tags, current }: Props) {
  const t = useTranslations("docs");
  return (
    <nav aria-label={t("navigation")}>
      <ul className={classes.list}>
        <li>
          <a href="/docs" aria-current={current ? undefined : "page"}>
            {t("guide.title")}
          </a>
          {!current && (
            <ul>
              {guideSections.map((id) => (
                <li key={id}>
                  <a href={`#${id}`}>{t(`guide.${id}.title`)}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      </ul>
      <p className={classes.heading}>
        <a href="/docs#resources">{t("resources")}</a>
      </p>
      <ul className={classes.list}>
        {tags.map((tag) => (
          <li key={tag.slug}>
            <a href={`/docs/${tag.slug}`} aria-current={tag === current ? "page" : undefined}>
              {tag.name}
            </a>
            {tag === current && (
              <ul>
                {tag.deliveries &&
                  deliverySections.map((id) => (
                    <li key={id}>
                      <a href={`#${id}`}>{t(`deliveries.${id}.title`)}</a>
                    </li>
                  ))}
                {tag.operations.map(({ id, method, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`}>
                      <span>{summary}</span>
                      <Method name={method} />
                    </a>
                  </li>
                ))}
                {tag.deliveries && (
                  <li>
                    <a href="#events">{t("deliveries.events.title")}</a>
                  </li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
