import { getFormatter, getLocale, getTimeZone, getTranslations } from "next-intl/server";
import { momentText } from "@/components/ui/moment-text";
import { regionName } from "@/lib/clicks/classify/regions";
import { days } from "@/lib/contract/days";
import { placesIn } from "@/lib/contract/places";
import { clock } from "@/lib/resources/links/routing/local-time";
import type { ReasonWords } from "@/lib/resources/links/simulation/explain";

/** The reasons why rules apply or not, in the page's language. */
export async function reasons(): Promise<ReasonWords> {
  const t = await getTranslations("links.reasons");
  const deviceNames = await getTranslations("links.devices");
  const locale = await getLocale();
  const format = await getFormatter();
  const zone = await getTimeZone();
  const { countryName, languageName } = placesIn(locale);
  const either = (values: string[]) => new Intl.ListFormat(locale, { type: "disjunction" }).format(values);
  const dayName = (day: number) =>
    format.dateTime(new Date(Date.UTC(2024, 0, 1 + day)), { weekday: "long", timeZone: "UTC" });
  const moment = (at: number) => momentText(format, at, zone);

  const names = {
    country: countryName,
    region: (code: string) => regionName(code, locale),
    city: undefined,
    language: languageName,
    os: undefined,
    browser: undefined,
  };

  return {
    compared(kind, found, any, held) {
      const named = (value: string) => names[kind]?.(value) ?? value;
      const is = { name: t(`kinds.${kind}`), found: found === null ? t("unknown") : named(found) };
      return held ? t("is", is) : t("isNot", { ...is, wanted: either(any.map(named)) });
    },
    device(any, held) {
      const wanted = either(any.map((device) => deviceNames(device as "iphone")));
      return t(held ? "device" : "deviceNot", { wanted });
    },
    query({ name, value }, found, held) {
      if (found.length === 0) return t("query.missing", { name });
      if (value === undefined || held) return t("query.present", { name });
      return t("query.other", { name, found: found.join(", "), wanted: value });
    },
    moment: ({ kind, at }, held) => t(`${kind}.${held ? "held" : "failed"}`, { moment: moment(at), zone }),
    week({ days: on, from, until, zone }, { day, minute }, held) {
      const at = t("week.is", { day: dayName(day), time: clock(minute), zone });
      if (held) return at;
      const wanted = [
        on.length === days.length ? "" : either(on.map(dayName)),
        from === until ? "" : t("week.between", { from: clock(from), until: clock(until) }),
      ];
      return t("week.isNot", { at, wanted: wanted.filter(Boolean).join(" ") });
    },
    split: t("split"),
    untried: () => t("untried"),
  };
}
