import { useTranslations } from "next-intl";
import { notifyDone } from "./notify";
import { useNavigate } from "./use-navigate";

/** Returns a function that reports a save and then navigates. `created` is the title for new things. */
export function useSaved(created?: string) {
  const t = useTranslations("ui");
  const leadOn = useNavigate();
  return (name: string, next: string) => {
    notifyDone(created ?? t("saved"), name);
    leadOn(next);
  };
}
