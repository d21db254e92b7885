import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { placesIn } from "@/lib/links/places";
import { days } from "@/lib/links/rule-fields";
import type { Condition } from "@/lib/redirects/conditions";
import type { ReasonWords } from "@/lib/redirects/explain";
import { clock, localTime } from "@/lib/redirects/local-time";

/** Why rules decide or not, in the language of the page. */
export async function reasons(): Promise<ReasonWords> {
  const t = await getTranslations("links.reasons");
  const deviceNames = await getTranslations("links.devices");
  const locale = await getLocale();
  const format = await getFormatter();
  const { countryName, languageName } = placesIn(locale);
  const either = (values: string[]) => new Intl.ListFormat(locale, { type: "disjunction" }).format(values);
  const dayName = (day: number) =>
    format.dateTime(new Date(Date.UTC(2024, 0, 1 + day)), { weekday: "long", timeZone: "UTC" });
  const moment = (at: number) =>
    format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

  const compared = (
    kind: "country" | "language" | "os" | "browser",
    actual: string | null,
    any: string[],
    held: boolean,
    named: (value: string) => string | undefined = (value) => value,
  ) => {
    const found = actual === null || actual === "Unknown" ? t("unknown") : (named(actual) ?? actual);
    const name = t(`kinds.${kind}`);
    return held
      ? t("is", { name, found })
      : t("isNot", { name, found, wanted: either(any.map((value) => named(value) ?? value)) });
  };

  const week = ({ days: on, from, until, zone }: Extract<Condition, { kind: "week" }>, now: number, held: boolean) => {
    const { day, minute } = localTime(now, zone);
    const at = t("week.is", { day: dayName(day), time: clock(minute), zone });
    if (held) return at;
    const wanted = [
      on.length === days.length ? "" : either(on.map(dayName)),
      from === until ? "" : t("week.between", { from: clock(from), until: clock(until) }),
    ];
    return t("week.isNot", { at, wanted: wanted.filter(Boolean).join(" ") });
  };

  return {
    finding(condition, visitor, held) {
      switch (condition.kind) {
        case "country":
          return compared("country", visitor.country(), condition.any, held, countryName);
        case "language":
          return compared("language", visitor.language(), condition.any, held, languageName);
        case "os":
          return compared("os", visitor.agent().os, condition.any, held);
        case "browser":
          return compared("browser", visitor.agent().browser, condition.any, held);
        case "device": {
          const wanted = either(condition.any.map((device) => deviceNames(device as "iphone")));
          return t(held ? "device" : "deviceNot", { wanted });
        }
        case "query": {
          const found = visitor.query().getAll(condition.name);
          if (found.length === 0) return t("query.missing", { name: condition.name });
          if (condition.value === undefined || held) return t("query.present", { name: condition.name });
          return t("query.other", { name: condition.name, found: found.join(", "), wanted: condition.value });
        }
        case "from":
          return t(held ? "from.held" : "from.failed", { moment: moment(condition.at) });
        case "until":
          return t(held ? "until.held" : "until.failed", { moment: moment(condition.at) });
        case "week":
          return week(condition, visitor.now, held);
      }
    },
    split: t("split"),
    untried: () => t("untried"),
  };
}
