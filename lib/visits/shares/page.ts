import { dayIn } from "@/lib/clicks/statistics/calendar";
import { type Html, html } from "@/lib/contract/html";
import type { AppLocale } from "@/lib/contract/locales";
import { presentMoney } from "@/lib/contract/money";
import { placesIn } from "@/lib/contract/places";
import { withoutScheme } from "@/lib/contract/readable-url";
import type { Answer } from "@/lib/visits/core/answer";
import { page } from "@/lib/visits/pages/page";
import type { VisitorWords } from "@/lib/visits/pages/words";
import { type Days, FEW, periods, type Share, type SharedFigures, type Shown } from "./share";

const style = `body{place-content:start center;grid-template-columns:minmax(0,60rem)}main{padding:32px}
h2{margin:0 0 12px;font-size:16px;font-weight:600}section{margin-top:32px}header p{overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:8px;margin-top:20px}nav a{padding:6px 14px;border:1px solid var(--line);border-radius:6px;color:inherit;text-decoration:none}nav a:hover{border-color:var(--dim)}
nav a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on)}
.sums{display:flex;flex-wrap:wrap;gap:16px 48px;margin:24px 0 0}.sums dd{margin:0;font-size:28px;font-weight:600;line-height:32px;font-variant-numeric:tabular-nums}
svg{display:block;fill:var(--accent)}.chart{width:100%;height:180px;border-bottom:1px solid var(--line)}.chart .day{fill:transparent}.chart g:hover .day{fill:var(--line)}.chart .running{fill-opacity:.25;stroke:var(--accent);stroke-width:1.5;stroke-dasharray:.1 4;stroke-linecap:round;vector-effect:non-scaling-stroke}
.ends{display:flex;gap:8px;justify-content:space-between;text-align:center;margin-top:6px;font-size:13px;color:var(--dim)}.ends :not(:nth-child(2)){flex:none}
.lists{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:0 32px}
ol{list-style:none;margin:0;padding:0;display:grid;gap:10px}li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 12px;font-size:14px}li b,td{font-variant-numeric:tabular-nums}.bar{grid-column:1/-1;width:100%;height:6px;background:var(--line);border-radius:2px}
details{margin-top:12px;font-size:14px}summary{cursor:pointer;color:var(--dim)}table{border-collapse:collapse;margin-top:8px}th,td{padding:4px 24px 4px 0;text-align:start;border-bottom:1px solid var(--line)}
main>small{display:block;margin-top:32px;color:var(--dim)}@media(max-width:400px){main{padding:24px 20px}}`;

/** Draws the page of shared statistics in the visitor's language. Names that the owner wrote are not translated. */
export function sharePage({ t, locale }: VisitorWords, share: Share, figures: SharedFigures, days: Days): Answer {
  const number = new Intl.NumberFormat(locale);
  const [day, shortDay] = [
    dayNames(locale, { dateStyle: "medium" }),
    dayNames(locale, { month: "short", day: "numeric" }),
  ];
  const { countryName } = placesIn(locale);
  const known = (value: string) => (isKnown(value) ? t(`share.values.${value}`) : value);
  const most = Math.max(...figures.days.map(({ clicks }) => clicks));
  const today = dayIn("UTC", Date.now());
  const shownDays = figures.days.map((one) => ({ ...one, isOver: one.day < today }));
  const clicksOn = ({ clicks, isOver }: { clicks: number; isOver: boolean }) =>
    isOver ? number.format(clicks) : t("share.soFar", { clicks });
  const [first, last] = [figures.days[0], figures.days.at(-1)];
  const { count = 0, revenue = [] } = figures.conversions ?? {};
  const amountOf = (amount: number, currency: string) => {
    const [value, style] = presentMoney(amount, currency);
    return new Intl.NumberFormat(locale, style).format(value);
  };
  const converted = [
    ...(figures.conversions ? [[t("share.conversions"), number.format(count)]] : []),
    ...revenue.map(({ amount, currency }) => [t("share.revenue"), amountOf(amount, currency)]),
  ];
  const list = (title: string, { entries, others }: Shown, nameOf: (value: string) => string) => {
    const rows = entries.map(({ value, clicks }) => ({ name: nameOf(value), clicks }));
    if (others > 0) rows.push({ name: t("share.others"), clicks: others });
    return html`
      <section>
        <h2>${title}</h2>
        ${rows.length === 0 && html`<p>${t("share.none")}</p>`}
        <ol>${rows.map(({ name, clicks }) => html`<li><span>${name}</span><b>${number.format(clicks)}</b>${bar(clicks / figures.clicks)}</li>`)}</ol>
      </section>`;
  };
  return page({
    language: locale,
    title: t("share.title", { name: share.name }),
    style,
    body: html`
      <header>
        <h1>${share.name}</h1>
        ${share.address && html`<p><a href="${share.address}" rel="nofollow">${withoutScheme(share.address)}</a></p>`}
      </header>
      <nav aria-label="${t("share.period")}">
        ${periods.map((one) => html`<a href="?days=${one}"${one === days && html` aria-current="true"`}>${t("share.days", { days: one })}</a>`)}
      </nav>
      <dl class="sums">
        <div><dt>${t("share.clicks")}</dt><dd>${number.format(figures.clicks)}</dd></div>
        <div><dt>${t("share.visitors")}</dt><dd>${number.format(figures.visitors)}</dd></div>
        ${converted.map(([name, figure]) => html`<div><dt>${name}</dt><dd>${figure}</dd></div>`)}
      </dl>
      <section>
        <h2>${t("share.over")}</h2>
        ${chart(t("share.over"), shownDays, (one) => `${day(one.day)}: ${clicksOn(one)}`)}
        <div class="ends"><span>${first && shortDay(first.day)}</span><span>${t("share.most", { clicks: most })}</span><span>${last && shortDay(last.day)}</span></div>
        ${table(
          t,
          shownDays.map((one) => [day(one.day), clicksOn(one)]),
        )}
      </section>
      <div class="lists">
        ${list(t("share.countries"), figures.countries, (code) => countryName(code) ?? known(code))}
        ${list(t("share.devices"), figures.devices, known)}
        ${list(t("share.sources"), figures.sources, known)}
      </div>
      <small>${t("share.few", { few: FEW })}</small>`,
  });
}

function table(t: VisitorWords["t"], rows: string[][]): Html {
  return html`
    <details>
      <summary>${t("share.table")}</summary>
      <table>
        <thead><tr><th scope="col">${t("share.date")}</th><th scope="col">${t("share.clicks")}</th></tr></thead>
        <tbody>${rows.map(([day, clicks]) => html`<tr><td>${day}</td><td>${clicks}</td></tr>`)}</tbody>
      </table>
    </details>`;
}

function dayNames(locale: AppLocale, style: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  return (day) => format.format(new Date(day));
}

const values = ["Desktop", "Direct", "Mobile", "Other", "TV", "Tablet", "Unknown"] as const;
const isKnown = (value: string): value is (typeof values)[number] => values.includes(value as never);

/**
 * Draws clicks by day as bars that fill the available width. `wordsOf` returns the label of a bar. The bar of a day that
 * is not over is dotted.
 */
function chart<Day extends { clicks: number; isOver: boolean }>(
  label: string,
  days: Day[],
  wordsOf: (day: Day) => string,
): Html {
  const most = Math.max(1, ...days.map(({ clicks }) => clicks));
  const bars = days.map((day, index) => {
    const height = (day.clicks / most) * 100;
    return html`<g><title>${wordsOf(day)}</title><rect class="day" x="${index * 10}" y="0" width="10" height="100"/><rect${!day.isOver && html` class="running"`} x="${index * 10 + 1}" y="${(100 - height).toFixed(2)}" width="8" height="${height.toFixed(2)}"/></g>`;
  });
  return html`<svg class="chart" role="img" aria-label="${label}" viewBox="0 0 ${days.length * 10} 100" preserveAspectRatio="none">${bars}</svg>`;
}

/** Draws a share of the whole. */
const bar = (share: number): Html =>
  html`<svg class="bar" aria-hidden="true"><rect width="${(Math.min(1, share) * 100).toFixed(1)}%" height="100%" rx="2"/></svg>`;
