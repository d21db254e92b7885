import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Contents } from "@/components/docs/contents";
import { Deliveries } from "@/components/docs/deliveries";
import { Events } from "@/components/docs/events";
import { Operation } from "@/components/docs/operation";
import { PreviousAndNext } from "@/components/docs/previous-and-next";
import classes from "@/components/docs/reference.module.css";
import { referenceIn } from "@/lib/http/openapi/reference-in";

type Props = PageProps<"/docs/[resource]">;

/** The reference, and the part of it that the path names. */
async function shown({ params }: Props) {
  const { resource } = await params;
  const { tags } = await referenceIn(await getLocale());
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
