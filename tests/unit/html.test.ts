import { expect, test } from "vitest";
import { html } from "@/lib/contract/html";

const value = "first\n  second";

test("a template in several lines is sent in one, and a value unchanged", () => {
  const made = html`
    <!doctype html>
    <ul class="a"
      id="b">
      ${html`<li>${value}</li>`}
      ${null}
      <li>words that
        go on</li>
    </ul>
    <textarea>${value}</textarea>`;
  expect(`${made}`).toBe(
    `<!doctype html><ul class="a" id="b"><li>${value}</li><li>words that go on</li></ul><textarea>${value}</textarea>`,
  );
});

test("blanks within a line stay", () => {
  expect(`${html`<b>a</b> <i>b</i> ${"c"} <u>d</u>`}`).toBe("<b>a</b> <i>b</i> c <u>d</u>");
});
