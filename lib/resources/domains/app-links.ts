import { forColumn } from "@/lib/contract/json-columns";
import { refusing, z } from "@/lib/contract/zod";

/** An App ID as Apple defines it: the ten characters of the team, then the app's bundle identifier. */
const appId = z
  .string()
  .trim()
  .max(166)
  .regex(/^[A-Z\d]{10}\.[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)*$/, refusing("app_id_invalid"))
  .meta({ example: "ABCDE12345.com.example.shop" });

const androidApp = z.object({
  package: z
    .string()
    .trim()
    .max(255)
    .regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/, refusing("package_invalid"))
    .meta({ example: "com.example.shop" }),
  fingerprints: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[\dA-F]{2}(?::[\dA-F]{2}){31}$/, refusing("fingerprint_invalid"))
        .meta({
          example: Array.from({ length: 32 }, (_, index) => (0xa0 + index).toString(16).toUpperCase()).join(":"),
        }),
    )
    .min(1)
    .max(20)
    .describe("The SHA-256 fingerprints of the certificates that sign the app."),
});

/** The owner's apps that may open a domain's links. */
export const appLinks = forColumn(
  "domains.app_links",
  z.object({
    apple: z
      .array(appId)
      .max(20)
      .default([])
      .describe("App IDs for iOS: the team ID, a dot and the bundle identifier."),
    android: z.array(androidApp).max(20).default([]).describe("Apps for Android."),
  }),
);

export type AppLinks = z.infer<typeof appLinks>;
