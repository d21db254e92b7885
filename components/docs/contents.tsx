import { useTranslations } from "next-intl";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import classes from "./contents.module.css";
import { Search } from "./search";
import { deliverySections, guideSections } from "./sections";
import { Method } from "./text";

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

/** All operations by resource. Each has the same anchor as on the page of its resource. */
export function Resources({ tags }: { tags: TagEntry[] }) {
  const t = useTranslations("docs");
  return (
    <section id="resources" className={classes.resources} aria-labelledby="resources-title">
      <h2 id="resources-title">{t("resources")}</h2>
      {tags.map(({ slug, name, description, operations }) => (
        <div key={slug} className={classes.resource}>
          <div>
            <h3>
              <a href={`/docs/${slug}`}>{name}</a>
            </h3>
            <p>{description}</p>
          </div>
          <ul>
            {operations.map(({ id, method, summary }) => (
              <li key={id}>
                <a id={id} href={`/docs/${slug}#${id}`}>
                  <Method name={method} />
                  <span>{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Links to the previous and next page. */
export function PreviousAndNext({ tags, of }: { tags: TagEntry[]; of: TagEntry }) {
  const t = useTranslations("docs");
  const at = tags.indexOf(of);
  const neighbours = [
    { which: "previous", tag: tags[at - 1] },
    { which: "next", tag: tags[at + 1] },
  ] as const;
  return (
    <nav className={classes.neighbours} aria-label={t("neighbours.label")}>
      {neighbours.map(
        ({ which, tag }) =>
          tag && (
            <a key={which} href={`/docs/${tag.slug}`} data-which={which}>
              <small>{t(`neighbours.${which}`)}</small> <span>{tag.name}</span>
            </a>
          ),
      )}
    </nav>
  );
}
