import { getTranslations } from "next-intl/server";

/** Returns a list's count in words, such as "3 links", or "More than 10,000 links" if not all were counted. */
export const countText = async (count: string, atMost: number | undefined): Promise<string> =>
  atMost === undefined ? count : (await getTranslations("ui.list"))("moreThan", { count });
