import { useTranslations } from "next-intl";
import type { TagEntry } from "@/lib/http/openapi/reference-pages";
import classes from "./neighbours.module.css";

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
