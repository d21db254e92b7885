import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright";
import { test as base, expect } from "vitest";
import { findChromium } from "../../scripts/tools.mjs";
import { untilScripted } from "./scripted";

const executablePath = await findChromium();

const args = [
  ...["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  // Any name below .test resolves to this machine, for tests that need a separate domain.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/** Where a failed test saves a picture of its page (`.png`) and, with TRACE set, its trace (`.zip`). */
export function outputPath(file: string, name: string): string {
  const words = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `tests/browser/output/failed/${words(basename(file, ".test.ts"))}-${words(name).slice(0, 100)}`;
}

// All files of a process share the browser. Module state would be lost: see tests/support/services.ts.
const root = globalThis as { browserOfTests?: Promise<Browser> };

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(60_000);
    return context;
  };
  return browser;
}

const withPage = base
  // biome-ignore-start lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    root.browserOfTests ??= launch();
    const browser = await root.browserOfTests;
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("errors", async ({}): Promise<string[]> => [])
  // Without pictures, which would slow down every test: a trace draws the page from its snapshots.
  .extend("traced", async ({}): Promise<{ snapshots?: boolean; screenshots?: boolean }> => ({ snapshots: true }))
  // biome-ignore-end lint/correctness/noEmptyPattern: as above
  .extend("tolerantPage", async ({ browser, errors, task, traced }, { onCleanup }) => {
    // Pages are not looked at while they fade in.
    const context = await browser.newContext({ reducedMotion: "reduce" });
    // A trace takes a sixth of the time.
    if (process.env.TRACE) await context.tracing.start(traced);
    onCleanup(async () => {
      const failed = task.result?.state === "fail" || errors.length > 0;
      const path = outputPath(task.file.name, task.name);
      if (failed) await context.pages()[0]?.screenshot({ path: `${path}.png`, fullPage: true });
      if (process.env.TRACE) await context.tracing.stop(failed ? { path: `${path}.zip` } : undefined);
      await context.close();
    });
    return context.newPage();
  })
  .extend("page", async ({ tolerantPage: page, errors, onTestFinished }) => {
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      // Only a test takes the browser offline. Requests of the page itself may fail then, sooner or later.
      if (text.includes("ERR_INTERNET_DISCONNECTED")) return;
      errors.push(text.startsWith("Failed to load resource") ? `${text} ${message.location().url}` : text);
    });
    for (const method of ["goto", "reload", "waitForURL"] as const) {
      const open = page[method].bind(page) as (...given: unknown[]) => Promise<never>;
      page[method] = async (...given: unknown[]) => {
        const response = await open(...given);
        await untilScripted(page);
        return response;
      };
    }
    onTestFinished(() => expect(errors, "errors in the page").toEqual([]));
    return page;
  });

/**
 * vitest's `test` with `page`: a page in a real Chromium with its own cookies. Navigations wait until clicks work,
 * unless `tolerantPage` is used. The test fails on an error in the page's console or scripts. A test that provokes
 * such an error removes it from `errors`, or uses `tolerantPage` if errors do not matter. Skipped without a Chromium.
 */
export const test: typeof withPage = executablePath ? withPage : (withPage.skip as typeof withPage);

/**
 * The same for pages with a frame without scripts: snapshots use a script there, and the browser would complain about
 * it. Its traces have pictures.
 */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures are needed
export const testWithSandbox = test.extend("traced", async ({}) => ({ screenshots: true }));

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules of `tags` that depend on colors. */
const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * Returns the violations of WCAG 2.2 AA as `rule: element`, so that they can be compared with `[]`. `colorsOnly` checks
 * only the colors, for a page whose rest has been checked; elements that match `except` are left out.
 */
export async function axe(page: Page, { colorsOnly = false, except = [] as string[] } = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource);
  const runOnly = JSON.stringify(colorsOnly ? colorRules : tags);
  const results: AxeResults = await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(except)} }, { runOnly: ${runOnly}, resultTypes: ["violations"] })`,
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
