import { useTranslations } from "next-intl";
import type { EventEntry } from "@/lib/http/openapi/reference-pages";
import { EventArticle } from "./event-article";
import { Prose } from "./prose";
import classes from "./reference.module.css";
import { useRows } from "./use-rows";

/** The events that webhooks receive. Those with the same fields share an article. */
export function Events({ events }: { events: EventEntry[] }) {
  const t = useTranslations("docs.deliveries");
  const rowsOf = useRows();
  return (
    <section id="events" aria-labelledby="events-title">
      <div className={classes.section}>
        <h2 id="events-title">{t("events.title")}</h2>
        <p>
          <Prose text={t("events.about")} />
        </p>
      </div>
      {events.map(({ types, fields, example }) => (
        <EventArticle
          key={types[0]?.type}
          types={types}
          rows={rowsOf(fields)}
          example={example}
          titles={{ fields: t("events.fields"), example: t("events.example", { type: types[0]?.type ?? "" }) }}
        />
      ))}
    </section>
  );
}
