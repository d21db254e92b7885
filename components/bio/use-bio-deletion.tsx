import { useTranslations } from "next-intl";
import type { Deletion } from "@/components/ui/deletion";
import { withoutScheme } from "@/components/ui/without-scheme";
import type { ActionResult } from "@/lib/action-result";

export type DeleteBioAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before a bio page is deleted. */
export function useBioDeletion(remove: DeleteBioAction) {
  const t = useTranslations("bio.deletion");
  return ({ id, name, link }: { id: number; name: string; link: string }): Deletion => ({
    title: t("title"),
    consequences: t.rich("text", { b: (words) => <b>{words}</b>, name, link: withoutScheme(link) }),
    remove: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
