import { useTranslations } from "next-intl";
import type { AlsoUnderstood } from "@/lib/http/input";

/** What else clients may call an operation and its fields, a sentence each. */
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
