import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect } from "vitest";
import { axe, outputPath, test } from "../support/chromium";

const html = (body: string) => `data:text/html,<html lang="en"><title>A page</title><main>${body}</main></html>`;

describe("the browser harness", () => {
  test("opens a page and finds nothing wrong with a good one", async ({ page }) => {
    await page.goto(html("<h1>Hello</h1>"));
    expect(await page.textContent("h1")).toBe("Hello");
    expect(await axe(page)).toEqual([]);
  });

  test("reports what axe finds", async ({ page }) => {
    await page.goto(html("<input>"));
    expect(await axe(page)).toEqual(["label: <input>"]);
  });

  test("collects errors of console and scripts", async ({ page, errors }) => {
    await page.goto(html("<script>console.error('one'); throw new Error('two')</script>"));
    expect(errors.splice(0)).toEqual(["one", "Error: two"]);
  });

  const failing = "fails a test whose page has errors";
  test.fails(failing, async ({ page }) => {
    await page.goto(html("<script>console.error('one')</script>"));
  });

  test("saves a picture only of a failed test", async ({ page, task }) => {
    await page.goto(html("<h1>Hello</h1>"));
    const folder = dirname(outputPath(task.file.name, failing));
    const kept = (await readdir(folder)).filter((name) => name.startsWith("support-") && name.endsWith(".png"));
    expect(kept).toEqual([`${basename(outputPath(task.file.name, failing))}.png`]);
    await rm(join(folder, kept[0] ?? ""));
  });
});
