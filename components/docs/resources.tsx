import { useTranslations } from "next-intl";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import { Method } from "./method";
import classes from "./resources.module.css";

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
