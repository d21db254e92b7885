import { expect, test } from "vitest";
import { html, verbatim } from "@/lib/contract/html";

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

test("values are escaped, each character once, and what html or verbatim made is not", () => {
  const outside = `<a href="x" id='y'>&amp;</a>`;
  const safe = "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;";
  expect(`${html`<p title="${outside}">${outside}</p>`}`).toBe(`<p title="${safe}">${safe}</p>`);
  expect(`${html`${html`<b>${"<"}</b>`}${verbatim("<style>a > b {}</style>")}`}`).toBe(
    "<b>&lt;</b><style>a > b {}</style>",
  );
});

test("a missing value is an empty text, zero and empty texts are themselves, and a list is all of its parts", () => {
  expect(`${html`[${null}${undefined}${false}]`}`).toBe("[]");
  expect(`${html`[${0} ${""} ${"0"}]`}`).toBe("[0  0]");
  expect(`${html`<ul>${["<", [html`<li>`, 2, [null, "b"]], []]}</ul>`}`).toBe("<ul>&lt;<li>2b</ul>");
});

test("line breaks become a space only between words or attributes", () => {
  expect(
    `${html`
    a
    b`}`,
  ).toBe("a b");
  expect(
    `${html`a
    <b>`}`,
  ).toBe("a<b>");
  expect(
    `${html`<b>
    a`}`,
  ).toBe("<b>a");
  expect(
    `${html`<a
    >x</a
    >`}`,
  ).toBe("<a>x</a>");
  expect(
    `${html`a   	
    `}`,
  ).toBe("a");
  expect(
    `${html`${"a"}
    ${"b"}`}`,
  ).toBe("ab");
  expect(
    `${html`a

    b`}`,
  ).toBe("a b");
});
