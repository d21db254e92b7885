import { statistics } from "@/lib/clicks/statistics/schema";
import { id, integer, optional, timestamp } from "@/lib/contract/fields";
import { resourceOperations } from "@/lib/contract/operation";
import { pageResult } from "@/lib/contract/pagination";
import type { RefusalCode } from "@/lib/contract/refusal-kinds";
import { findRefusalCodes } from "@/lib/contract/schema-codes";
import { refusing, z } from "@/lib/contract/zod";
import { changedDesign, design, newDesign } from "@/lib/drawing/design";
import { qrData } from "./data";

export const qrTypes = ["text", "vcard", "link", "email", "phone", "sms", "wifi"] as const;

const type = z.enum(qrTypes).describe("What the code contains. You cannot change it after the code is created.");

const record = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const data = z
  .union([z.string(), record, z.array(record).length(1)], {
    error: ({ input }) => (input === undefined ? refusing("required") : refusing("not_text_or_object")),
  })
  .describe(
    "Depends on the type. `text`, `link`, `phone`: text. `email`: `{email, subject, body}`. `sms`: `{phone, message}`. `wifi`: `{ssid, pass, encryption, hidden}`, with `wpa`, `wep` or `nopass`. `vcard`: `{fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country}`. You can also send an object as an array with one item, and `wifi` and `vcard` as text: `WIFI:…;;` or `BEGIN:VCARD…`.",
  );

const name = z.string().trim().min(1).max(100);

/** The properties of the picture that an answer's `link` points to. They are not stored. */
const pictureFields = {
  size: optional(integer(64, 4096)).describe("The width of the picture at `link`, in pixels."),
  format: optional(z.enum(["png", "svg", "pdf"])).describe("The file format of the picture at `link`. Default: `png`."),
};

export const pictureQuery = z.object(pictureFields);

export const createQrBody = z
  .object({
    type,
    data,
    ...pictureFields,
    ...newDesign,
    template: optional(id()).describe(
      "The ID of a QR template for the design. Design fields that you send override it.",
    ),
    name: optional(name).describe("Default: the type and the date."),
  })
  .meta({ example: { type: "link", data: "https://example.com/spring", foreground: "rgb(30,60,90)" } });

export const updateQrBody = z
  .object({
    type: optional(type).describe("You may send it, but you cannot change it."),
    data,
    ...changedDesign,
    name: optional(name),
  })
  .meta({ example: { data: "https://example.com/summer" } });

/** The design of a link's own code. Fields that are not sent stay. */
export const linkQrBody = z
  .object({
    ...changedDesign,
    template: optional(id()).describe(
      "The ID of a QR template for the design. Design fields that you send override it.",
    ),
  })
  .meta({ example: { dots: "rounded", foreground: "rgb(30,60,90)" } });

/** The design of a link's own code that the dashboard previews. */
export const drawLinkQrBody = z.object(newDesign);

/** A code that the dashboard previews: a new one by its draft, a stored one by its id. */
export const drawQrBody = createQrBody.extend({ draft: z.string().max(64), id: optional(id()) });

export type DrawQr = z.infer<typeof drawQrBody>;
export type DesignLink = z.infer<typeof linkQrBody>;
export type CreateQr = z.infer<typeof createQrBody>;
export type UpdateQr = z.infer<typeof updateQrBody>;

const link = z
  .string()
  .describe(
    "The image as PNG. Append `.svg` or `.pdf` for these formats. `?size=` sets the size: 64 to 4096 pixels, above 512 rounded up to a multiple of 100, to 1024, 2048 or 4096.",
  )
  .meta({ format: "uri", example: "https://go.example.com/qr/k7m2xqa" });

export const qrItem = z
  .object({
    id: id(),
    link,
    scans: z.int().describe("Scans by people.").meta({ example: 12 }),
    name,
    date: timestamp().describe("When it was created (UTC)."),
  })
  .meta({ id: "QrCode" });

/** A code with its design. */
export const qrDetails = qrItem.extend({ design }).meta({ id: "QrCodeDetails" });

export const linkQr = z
  .object({
    link: z
      .string()
      .describe("The image as PNG. Append `.svg` or `.pdf` for these formats. `?size=` works as for any QR code.")
      .meta({ format: "uri", example: "https://go.example.com/spring/qr" }),
    designed: z
      .boolean()
      .describe("False: it looks like the newest of your QR codes that opens the link, or plain if there is none."),
    design,
  })
  .meta({ id: "LinkQrCode" });

const qrList = pageResult("qrs", qrItem);

export const drawingRefuses: RefusalCode[] = [
  "drawing_busy",
  "drawing_failed",
  "qr_colors_alike",
  "qr_data_too_long",
  "qr_data_too_long_for_logo",
  "qr_frame_characters",
  "qr_gradient_alike",
  "qr_inverted",
  "qr_logo_unreadable",
  "qr_style_unreadable",
];

/** Refusals of logos, by address or as uploads. One that cannot be fetched is left out. */
export const logoRefuses: RefusalCode[] = [
  "fetch_not_http",
  "fetch_not_public",
  "fetch_url_incomplete",
  "image_damaged",
  "image_too_large",
  "image_type_unknown",
  "logo_address_invalid",
  "upload_not_yours",
  "uploads_too_many",
];

export const logoWarns: RefusalCode[] = ["logo_left_out"];

const { list, show, add, change, remove } = resourceOperations({
  tag: "QR codes",
  one: "a QR code",
  path: "/api/qr",
  permission: "qr",
});

/** Refusals of a code's content, its logo, and pictures that cannot be read. */
const refuses: RefusalCode[] = [
  ...Object.values(qrData).flatMap((schema) => findRefusalCodes(schema)),
  ...drawingRefuses,
  ...logoRefuses,
  "qr_type_fixed",
  "url_blocked",
  "url_is_qr_code",
  "url_is_short_link",
];

export const listQrCodes = list({ path: "/api/qr", summary: "List your QR codes", result: qrList });

export const showQrCode = {
  ...show({
    description: "The code and the statistics of its scans. Bots are not counted.",
    result: z.object({ details: qrDetails, data: statistics }),
  }),
  query: pictureQuery,
};

export const addQrCode = add({
  summary: "Create a QR code",
  description:
    "The printed code contains an address of this service, so that scans are counted and you can change the content later. Only `wifi` is in the picture itself. A code that cannot be read in its colors is rejected.",
  body: createQrBody,
  refuses: [...refuses, "not_yours"],
  warns: logoWarns,
  result: z.object({ id: qrItem.shape.id, link: qrItem.shape.link }),
});

export const changeQrCode = change({
  description: "Printed codes keep working and show the new content. Only a printed `wifi` code keeps its old content.",
  body: updateQrBody,
  refuses,
  warns: logoWarns,
});

export const removeQrCode = remove({
  description: "Its scans and statistics are deleted too. The printed code stops working.",
});
