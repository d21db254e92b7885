import { expect } from "vitest";
import { renderMail } from "@/lib/platform/mail/mail-template";
import { axe, test } from "../support/chromium";
import { keepPicture, schemes } from "../support/look";

const url = `https://sign.example/${"a".repeat(120)}`;
const { html } = renderMail({
  language: "en",
  heading: `Something about ${"w".repeat(80)}`,
  blocks: [
    { text: `Hello,\n\nsomething happened to ${"w".repeat(80)}.` },
    { rows: [{ label: "Invited by", value: `${"w".repeat(40)}@example.com` }] },
    { title: "Most clicked", rows: [{ label: "w".repeat(60), value: "1,234,567", url }, { label: "A sentence." }] },
    { button: "Open it", url },
    { text: "This text explains the link." },
    { link: "Unsubscribe", url },
  ],
  service: { name: "Signpost", url: "https://sign.example", sentBy: "Sent by Signpost" },
});

test("a mail is accessible and fits, in every width and color scheme", async ({ page }) => {
  await page.setContent(html);
  for (const width of [390, 700])
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate("document.documentElement.scrollWidth"), `${width} px`).toBe(width);
      expect(await axe(page), `${width} px, ${colorScheme}`).toEqual([]);
      await keepPicture(page, `mail ${width} ${colorScheme}`);
    }
});
