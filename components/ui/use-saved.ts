import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { notifyDone } from "./notify";

/** A function that says what was saved, where it is new in words of its own, and leads on. */
export function useSaved(created?: string) {
  const t = useTranslations("ui");
  const router = useRouter();
  return (name: string, next: string) => {
    notifyDone(created ?? t("saved"), name);
    router.push(next);
  };
}
