import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { EventArticle, OperationArticle } from "@/components/docs/articles";
import { Contents, PreviousAndNext } from "@/components/docs/contents";
import { Deliveries } from "@/components/docs/deliveries";
import classes from "@/components/docs/reference.module.css";
import { Prose } from "@/components/docs/text";
import { useOperationView, useRows } from "@/components/docs/use-operation-view";
import { readReference } from "@/lib/http/openapi/reference-in";
import type { EventEntry, OperationEntry } from "@/lib/http/openapi/reference-pages";

type Props = PageProps<"/docs/[resource]">;

/** The reference, and the part of it that the path names. */
async function shown({ params }: Props) {
  const { resource } = await params;
  const { tags } = await readReference(await getLocale());
  return { tags, tag: tags.find(({ slug }) => slug === resource) ?? notFound() };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getTranslations("docs");
  const { name, description } = (await shown(props)).tag;
  return { title: `${name} · ${t("title")}`, description };
}

export default async function ResourcePage(props: Props) {
  const t = await getTranslations("docs");
  const { tags, tag } = await shown(props);
  return (
    <>
      <Contents tags={tags} current={tag} />
      <main>
        <div className={classes.intro}>
          <p className={classes.above}>
            <a href="/docs">{t("title")}</a>
          </p>
          <h1>{tag.name}</h1>
          <p>{tag.description}</p>
        </div>
        {tag.deliveries && <Deliveries {...tag.deliveries} />}
        {tag.operations.map((operation) => (
          <Operation key={operation.id} operation={operation} />
        ))}
        {tag.deliveries && <Events events={tag.deliveries.events} />}
        <PreviousAndNext tags={tags} of={tag} />
      </main>
    </>
  );
}

/** The events that webhooks receive. Those with the same fields share an article. */
function Events({ events }: { events: EventEntry[] }) {
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

/** One operation, whose texts are made on the server. */
function Operation({ operation }: { operation: OperationEntry }) {
  return <OperationArticle {...useOperationView(operation)} />;
}
