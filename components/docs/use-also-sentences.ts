import { useTranslations } from "next-intl";
import type { AlsoUnderstood } from "@/lib/http/input";

/** A sentence for each alternative name that the API accepts for an operation or its fields. */
export function useAlsoSentences({ paths = [], fields = {}, values = {}, description }: AlsoUnderstood): string[] {
  const t = useTranslations("docs.also");
  const forOurs = (names: Record<string, string>) =>
    Object.entries(names).map(([name, ours]) => t("for", { name, ours }));
  return [
    ...paths.map(({ path, fields = {} }) => {
      const names = forOurs(fields).join(", ");
      return names ? t("with", { path: `\`${path}\``, names }) : `\`${path}\``;
    }),
    ...forOurs(fields),
    ...Object.entries(values).map(([field, of]) => t("as", { field, names: forOurs(of).join(", ") })),
    ...(description ? [description] : []),
  ];
}
