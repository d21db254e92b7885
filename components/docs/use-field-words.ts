import { useTranslations } from "next-intl";
import type { Field, Limits } from "@/lib/http/openapi/reference-fields";

/** Returns the name of a field's type, and a sentence about the limits of its value. */
export function useFieldWords() {
  const t = useTranslations("docs.fields");

  function type({ type, list, nullable }: Field): string {
    const listed = type === "boolean" || type === "number" || type === "null" ? "value" : type;
    const words = list ? t(`lists.${listed}`) : t(`types.${type}`);
    return nullable ? t("orNull", { type: words }) : words;
  }

  function limits({ choices, minLength: least, maxLength: most, maxItems, standard, ...range }: Limits): string {
    const [min, max] = [range.minimum?.toString(), range.maximum?.toString()];
    const words = [
      choices.length === 1 && t("limits.always", { value: choices.join() }),
      choices.length > 1 && t("limits.oneOf", { values: choices.join(", ") }),
      min !== undefined && max !== undefined && t("limits.range", { min, max }),
      min !== undefined && max === undefined && t("limits.from", { min }),
      min === undefined && max !== undefined && t("limits.to", { max }),
      least !== undefined && most !== undefined && t("limits.characters", { min: least, max: most }),
      least === undefined && most !== undefined && t("limits.charactersTo", { max: most }),
      least !== undefined && most === undefined && t("limits.charactersFrom", { min: least }),
      maxItems !== undefined && t("limits.entries", { max: maxItems }),
      standard !== undefined && t("limits.unlessSent", { value: standard }),
    ].filter((words) => words !== false);
    const sentence = words.join(", ");
    return sentence && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  }

  return { type, limits };
}
