import { useFormatter, useTranslations } from "next-intl";
import { withoutScheme } from "@/lib/contract/without-scheme";
import type { Uses } from "@/lib/resources/links/uses";

/** The links that use a resource, as text: "go.example/a, go.example/b and 4 more". */
export function useLinkNames() {
  const t = useTranslations("ui");
  const format = useFormatter();
  return ({ count, some }: Uses) => {
    const more = count - some.length;
    return format.list([...some.map(withoutScheme), ...(more > 0 ? [t("more", { count: more })] : [])]);
  };
}
