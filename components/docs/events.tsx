import { useTranslations } from "next-intl";
import type { EventEntry } from "@/lib/http/openapi/reference-pages";
import { Code } from "./code";
import { Fields } from "./fields";
import classes from "./operation.module.css";
import { Prose } from "./prose";
import reference from "./reference.module.css";
import { useRows } from "./use-rows";

/** The events that webhooks receive. Those with the same fields share an entry. */
export function Events({ events }: { events: EventEntry[] }) {
  const t = useTranslations("docs.deliveries");
  const rowsOf = useRows();
  return (
    <section id="events" aria-labelledby="events-title">
      <div className={reference.section}>
        <h2 id="events-title">{t("events.title")}</h2>
        <p>
          <Prose text={t("events.about")} />
        </p>
      </div>
      {events.map(({ types, fields, example }) => (
        <article key={types[0]?.type} className={classes.operation}>
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
              <summary>{t("events.fields")}</summary>
              <Fields rows={rowsOf(fields)} />
            </details>
          </div>
          <div className={classes.samples}>
            <Code title={t("events.example", { type: types[0]?.type ?? "" })} code={example} />
          </div>
        </article>
      ))}
    </section>
  );
}
