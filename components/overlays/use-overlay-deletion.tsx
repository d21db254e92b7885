import { useTranslations } from "next-intl";
import { useLinkNames } from "@/components/links/use-link-names";
import { b } from "@/components/ui/bold";
import type { ConfirmDialogProps, DeleteAction } from "@/components/ui/confirm-dialog-props";
import type { Uses } from "@/lib/resources/links/uses";

export interface DeletedOverlay {
  id: number;
  name: string;
  /** The links that use it. */
  links: Uses;
  answers: number;
}

export function useOverlayDeletion(remove: DeleteAction) {
  const t = useTranslations("overlays.deletion");
  const linkNames = useLinkNames();
  return ({ id, name, links, answers }: DeletedOverlay): ConfirmDialogProps => ({
    title: t("title"),
    consequences: t.rich("text", {
      b,
      name,
      answers,
      links: links.count,
      names: linkNames(links),
    }),
    act: remove.bind(null, id),
    done: { title: t("done"), message: name },
  });
}
