import { expect, test, vi } from "vitest";
import { attempt } from "@/lib/http/server-action";

vi.mock("next/navigation", () => ({ unstable_rethrow: () => undefined }));
// There is no session and no request.
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("@/lib/auth/session", () => ({ currentActor: async () => null, clientAddress: async () => "192.0.2.1" }));
let locale = "en";
vi.mock("next-intl/server", () => ({
  getLocale: async () => locale,
  getTranslations: async () => (key: string) => key,
}));

const fails = (code: string) =>
  attempt(() => Promise.reject(Object.assign(new Error("could not extend file"), { code })));

test("an action names missing input in the page's language", async () => {
  locale = "en";
  for (const code of ["53100", "ENOSPC"])
    expect(await fails(code)).toMatchObject({ ok: false, error: expect.stringContaining("disk is full") });
  expect(await fails("ECONNREFUSED")).toMatchObject({ error: expect.stringContaining("cannot reach its database") });
  expect(await fails("XX000")).toEqual({ ok: false, error: "failed", errors: {} });
  locale = "de";
  expect(await fails("53100")).toMatchObject({ error: expect.stringContaining("Speicher des Dienstes ist voll") });
  expect(await fails("08006")).toMatchObject({
    error: expect.stringContaining("erreicht gerade seine Datenbank nicht"),
  });
});
