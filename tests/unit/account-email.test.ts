import { expect, it } from "vitest";
import { accountEmail, foldEmail, readEmail } from "@/lib/contract/email";
import { createUserBody, credentials, passwordResetRequest, registration } from "@/lib/resources/users/schema";

it.each([
  ["Karl@X.example", "karl@x.example"],
  ["  karl@x.example\n", "karl@x.example"],
  ["karl+shop@x.example", "karl+shop@x.example"],
  ["karl@XN--MLLER-KVA.example", "karl@xn--mller-kva.example"],
  [`${"k".repeat(242)}@x.example`, `${"k".repeat(242)}@x.example`],
])("takes %j as the address %j", (given, stored) => {
  expect(readEmail(given)).toBe(stored);
});

it.each([
  "\u212Aarl@x.example",
  "karl@\u212A.example",
  "k\u0131m@x.example",
  "K\u0130M@x.example",
  "\uFF4Barl@x.example",
  "karl\uFF20x.example",
  "karl@x\uFF0Eexample",
  "karl@m\u00FCller.example",
  "j\u00F6rg@x.example",
  "karl@x.example\0",
  "karl\0@x.example",
  "karl@x.example\ud800",
  "karl@x.example\u200b",
  "karl@x.example, eva@x.example",
  "karl@x.example;eva@x.example",
  "karl@x.example eva@x.example",
  "karl@x.example\r\nBcc: eva@x.example",
  "karl@eva@x.example",
  "Karl <karl@x.example>",
  "<karl@x.example>",
  '"karl"@x.example',
  "karl(x)@x.example",
  "ka rl@x.example",
  "karl@x .example",
  "karl@x.example.",
  "karl.@x.example",
  ".karl@x.example",
  "ka..rl@x.example",
  "karl@.example",
  "karl@x..example",
  "karl@-x.example",
  "karl@localhost",
  "karl@[192.0.2.1]",
  "karl@192.0.2.1",
  "mailto:karl@x.example",
  "karl",
  "@x.example",
  "",
  `${"k".repeat(250)}@x.example`,
  `k@${"x".repeat(100_000)}.example`,
])("takes %j for no address, in each form", (given) => {
  expect(readEmail(given)).toBeNull();
  const password = "quiet river stone";
  for (const form of [registration, createUserBody]) {
    const { error } = form.safeParse({ email: given, username: "karl", password });
    expect(error?.issues.map(({ path }) => path)).toEqual([["email"]]);
  }
  expect(passwordResetRequest.safeParse({ email: given }).success).toBe(false);
  expect(accountEmail.safeParse(given).success).toBe(false);
});

it("never makes one address of two, whatever the letters", () => {
  const letters = Array.from({ length: 0x10000 - 0x80 }, (_, index) => String.fromCharCode(index + 0x80));
  expect(letters.filter((letter) => foldEmail(`${letter}arl@x.example`).startsWith("karl"))).toEqual([]);
  expect(letters.filter((letter) => letter.trim() !== "" && foldEmail(letter) !== letter)).toEqual([]);
});

it("is folded for a log-in in the same way, also if it was stored by another rule", () => {
  const emailOf = (email: string) => credentials.parse({ email, password: "x" }).email;
  expect(emailOf(" KARL@x.example ")).toBe("karl@x.example");
  expect(emailOf("\u212Aarl@x.example")).not.toBe("karl@x.example");
  expect(emailOf("j\u00F6rg@x.example")).toBe("j\u00F6rg@x.example");
});
