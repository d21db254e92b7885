import { getLocale, getTranslations } from "next-intl/server";
import { referenceIn } from "@/lib/http/openapi/reference-in";
import type { Entry } from "./find";
import { guideSections } from "./guide-sections";
import { operationEntries } from "./operation-entries";

/** The search entries in the reader's language: the sections of the guide and all operations. */
export async function searchEntries(): Promise<Entry[]> {
  const t = await getTranslations("docs.guide");
  const section = { page: "/docs", method: "", path: "", fields: [] };
  const sections = guideSections.map((id) => ({ ...section, id, title: t(`${id}.title`) }));
  const { tags } = await referenceIn(await getLocale());
  return [...sections, ...operationEntries(tags)];
}
