import { type Html, html } from "@/lib/contract/html";

/**
 * Draws clicks by day as bars that fill the available width. `wordsOf` returns the label of a bar. The bar of a day that
 * is not over is dotted.
 */
export function chart<Day extends { clicks: number; isOver: boolean }>(
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
export const bar = (share: number): Html =>
  html`<svg class="bar" aria-hidden="true"><rect width="${(Math.min(1, share) * 100).toFixed(1)}%" height="100%" rx="3"/></svg>`;
