import { id, name, optional, timestamp } from "@/lib/api/fields";
import { pageResult } from "@/lib/api/pagination";
import { z } from "@/lib/zod";

/** The vendors in the order of the documented values `vendor1pixel` to `vendor13`, with their customary names. */
export const vendors = [
  { type: "vendor1pixel", customary: "gtmpixel", name: "Google Tag Manager" },
  { type: "vendor2pixel", customary: "gapixel", name: "Google Analytics" },
  { type: "vendor3pixel", customary: "fbpixel", name: "Meta" },
  { type: "vendor4pixel", customary: "adwordspixel", name: "Google Ads" },
  { type: "vendor5pixel", customary: "linkedinpixel", name: "LinkedIn" },
  { type: "vendor6pixel", customary: "twitterpixel", name: "X" },
  { type: "vendor7pixel", customary: "adrollpixel", name: "AdRoll" },
  { type: "vendor8pixel", customary: "quorapixel", name: "Quora" },
  { type: "vendor9", customary: "pinterest", name: "Pinterest" },
  { type: "vendor10", customary: "bing", name: "Microsoft UET" },
  { type: "vendor11", customary: "snapchat", name: "Snapchat" },
  { type: "vendor12", customary: "reddit", name: "Reddit" },
  { type: "vendor13", customary: "tiktok", name: "TikTok" },
] as const;

const pixelType = z
  .enum(vendors.flatMap(({ type, customary }) => [type, customary]))
  .meta({ description: "The vendor: a documented value or its customary name, echoed as sent." });

const tag = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_./:-]+$/, "A tag holds letters, digits and _ . / : - alone.")
  .meta({
    description: "The id that the vendor gave you. Of AdRoll both ids, the advertiser's first: `ADV/PIX`.",
    example: "GTM-ABC1234",
  });

export const createPixelBody = z.object({ type: pixelType, name: name(), tag });
export const updatePixelBody = z.object({ name: optional(name()), tag });

export type CreatePixel = z.infer<typeof createPixelBody>;
export type UpdatePixel = z.infer<typeof updatePixelBody>;

export const pixelItem = z
  .object({ id: id(), type: pixelType, name: name(), tag, date: timestamp() })
  .meta({ id: "Pixel" });

export const pixelList = pageResult("pixels", pixelItem);
