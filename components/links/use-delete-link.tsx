import { useTranslations } from "next-intl";
import { askToDelete } from "@/components/ui/ask-to-delete";
import { b } from "@/components/ui/b";
import type { DeleteAction } from "@/components/ui/deletion";

interface Deletable {
  id: number;
  shortUrl: string;
  clicks: number;
}

/** A function that asks whether to delete a link, and deletes it. `onDeleted` leads to where it is no longer shown. */
export function useDeleteLink(remove: DeleteAction) {
  const t = useTranslations("links.deletion");
  return ({ id, shortUrl, clicks }: Deletable, onDeleted: () => void) =>
    askToDelete({
      title: t("title"),
      consequences: t.rich("text", { b, url: shortUrl, clicks }),
      remove: () => remove(id),
      done: { title: t("done"), message: shortUrl },
      onDeleted,
    });
}
