import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";

/**
 * Functions that do not check a permission themselves: parts of services whose callers check, functions that get a
 * checked resource, functions about the user's own account, and pure calculations.
 */
const asksNothing: Record<string, string[]> = {
  "lib/resources/account/archive/archive.ts": ["writeArchive", "archivedFiles", "partsLeftOut"],
  "lib/resources/account/identities.ts": ["listIdentities"],
  "lib/resources/account/presenter.ts": ["presentAccount"],
  "lib/resources/domains/default.ts": ["getDefaultDomain", "chosenDefault"],
  "lib/resources/domains/redirects.ts": ["assertOwnRoot"],
  "lib/resources/domains/create.ts": ["assertNotReserved"],
  "lib/resources/domains/service.ts": ["inactiveRefusal"],
  "lib/resources/exports/lines.ts": ["exportLines", "maySee"],
  "lib/resources/ownership-transfers/service.ts": ["mailReceiver"],
  "lib/resources/ownership-transfers/presenter.ts": ["presentOwnershipTransfer"],
  "lib/resources/imports/check-file.ts": ["checkFile"],
  "lib/resources/links/features.ts": ["requireFeatures", "requireAliasFeatures"],
  "lib/resources/links/writing/save.ts": ["checkedLink", "checkedChange", "createWithAlias"],
  "lib/resources/members/invitations.ts": ["acceptInvitation"],
  "lib/resources/members/service.ts": ["leaveAccount", "listAccounts"],
  "lib/resources/pixels/service.ts": ["requireOwnedPixels"],
  "lib/resources/plans/clicks.ts": ["clickLimitOf", "shownDetailOf", "clicksThisMonth"],
  "lib/resources/plans/quota.ts": [
    ...["hasFeature", "requireFeature", "featureRefusal", "limitOf", "limitReached"],
    ...["withinLimit", "withRoom", "withRoomInTransaction"],
  ],
  "lib/resources/plans/storage.ts": [
    ...["storageLimitOf", "isStorageFull", "storageFull", "requireStorage", "requireStorageToGrow"],
  ],
  "lib/resources/qr-codes/preview.ts": ["codeOfDraft"],
  "lib/resources/qr-codes/templates.ts": ["templateDesign"],
  "lib/resources/sms/shorten.ts": ["draftSms"],
  "lib/resources/qr-files/codes.ts": ["labelsOf"],
  "lib/resources/webhooks/scope.ts": ["resolveScope"],
  "lib/resources/uploads/service.ts": ["assertOwnUploads", "redrawImage", "findOwnedImage"],
};

const declared =
  /^export (?:async )?(?:function\*? (?<name>\w+)(?:<[^(]*>)?|const (?<arrow>\w+) = (?:async )?(?:<[^(]*>)?)\(\s*(?:\w+|\{[^}]*\}): (?:Pick<)?Actor\b/gm;

/** The functions of a file that take an actor. */
const takingActors = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(declared)].map(({ groups }) => groups?.name ?? groups?.arrow ?? "");

const services = ["lib/resources", "lib/visits", "lib/clicks", "lib/instance"]
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: "utf8" }).map((name) => join(room, name)))
  .filter((path) => path.endsWith(".ts"))
  .flatMap((file) => takingActors(file).map((name) => ({ file, name })));

const nobody = {
  userId: 1,
  by: { userId: 2 },
  admin: false,
  unlimited: true,
  permissions: new Set(),
} as unknown as Actor;

async function codeOf(file: string, name: string): Promise<unknown> {
  const functions = (await import(join(process.cwd(), file))) as Record<string, (...given: unknown[]) => unknown>;
  try {
    const begun = functions[name]?.(nobody, "1", "1", "1", "1");
    const result = Object(begun)[Symbol.asyncIterator] ? (begun as AsyncGenerator).next() : begun;
    return { returned: await result };
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

it("knows the services", () => {
  expect(services.length).toBeGreaterThan(80);
});

// There is no database here, so a function that reads a row before it checks the permission fails.
it("each rejects an actor without permissions before it does anything", async () => {
  const asking = services.filter(({ file, name }) => !asksNothing[file]?.includes(name));
  const answers = await Promise.all(
    asking.map(async ({ file, name }) => ({ name: `${name} of ${file}`, code: await codeOf(file, name) })),
  );
  expect(answers.filter(({ code }) => code !== "permission_lacking" && code !== "admin_only")).toEqual([]);
});
