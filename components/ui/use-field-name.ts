import { useTranslations } from "next-intl";

/** Returns a function from a field's path or column to its name on the page, or undefined if it has none. */
export function useFieldName() {
  const t = useTranslations("fields");
  return (path: string): string | undefined => {
    const keys = [path.replaceAll(".", "_"), path.replaceAll("_", ""), path.split(".").at(-1) ?? ""];
    const known = keys.find((key) => t.has(`names.${key as "name"}`));
    return known && t(`names.${known as "name"}`);
  };
}
