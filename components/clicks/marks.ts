import { getFormatter, getTranslations } from "next-intl/server";
import type { LinkEdit } from "@/lib/resources/links/history/edits";

/** Something that happened at a moment (ms since 1970) and may explain what a chart shows. */
export interface Mark {
  at: number;
  text: string;
}

const MOST_NAMED = 3;

/** Describes edits of a link. */
export async function describeMarks(edits: LinkEdit[]): Promise<Mark[]> {
  const t = await getTranslations();
  const format = await getFormatter();
  return edits.map(({ at, fields }) => {
    const named = fields.slice(0, MOST_NAMED).map((field) => t(`links.history.fields.${field}`));
    const more = fields.length > MOST_NAMED ? ["…"] : [];
    return { at, text: t("clicks.edited", { fields: format.list([...named, ...more], { type: "unit" }) }) };
  });
}
