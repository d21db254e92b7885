import { MantineProvider } from "@mantine/core";
import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Figure } from "@/components/clicks/figure";
import de from "@/messages/de/clicks.json";
import en from "@/messages/en/clicks.json";

/** Returns what a figure shows next to its number. */
function changeOf(before: number, value: number, locale: "en" | "de" = "en"): string {
  const figure = createElement(Figure, { label: "Clicks", value, before, note: "Note" });
  const messages = { clicks: locale === "en" ? en : de } as never;
  const children = createElement(MantineProvider, null, figure);
  const provider = { locale, messages, timeZone: "UTC", children };
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
  const shown = html.slice(html.lastIndexOf("</svg>"), html.lastIndexOf("Note"));
  return html.includes("</svg>") ? shown.replace(/<[^>]*>/g, "").trim() : "";
}

it.each([
  [100, 150, "50%"],
  [100, 25, "75%"],
  [100, 1_100, "1,000%"],
  [100, 1_101, "more than 1,000%"],
  [2, 8_117, "more than 1,000%"],
  [0, 8_117, ""],
  [7, 7, ""],
])("a change from %i to %i is shown as %j", (before, value, shown) => {
  expect(changeOf(before, value)).toBe(shown);
});

it("says so in German", () => {
  expect(changeOf(2, 8_117, "de")).toBe("mehr als 1.000\u00a0%");
});
