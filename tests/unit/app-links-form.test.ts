import { expect, it } from "vitest";
import { appLinksForm, appLinksOf } from "@/components/domains/app-links-form";

const apps = {
  apple: ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.other"],
  android: [
    { package: "com.example.shop", fingerprints: ["AA:BB", "CC:DD"] },
    { package: "com.example.other", fingerprints: ["EE:FF"] },
  ],
};

it("reads a domain's apps back from the lines in which they are shown", () => {
  expect(appLinksForm(apps)).toEqual({
    apple: "ABCDE12345.com.example.shop\nABCDE12345.com.example.other",
    android: "com.example.shop AA:BB\ncom.example.shop CC:DD\ncom.example.other EE:FF",
  });
  expect(appLinksOf(appLinksForm(apps))).toEqual(apps);
  expect(appLinksOf(appLinksForm(null))).toEqual({ apple: [], android: [] });
});

it("ignores blanks and empty lines, and sends an app without a fingerprint if it has none", () => {
  expect(appLinksOf({ apple: "\n A \r\n", android: " a.b \n\na.b   AA:BB \n" })).toEqual({
    apple: ["A"],
    android: [{ package: "a.b", fingerprints: ["AA:BB"] }],
  });
  expect(appLinksOf({ apple: "", android: "a.b" })).toEqual({
    apple: [],
    android: [{ package: "a.b", fingerprints: [] }],
  });
});
