import { id, integer, optional, timestamp } from "@/lib/contract/fields";
import { pageResult } from "@/lib/contract/pagination";
import { refusing, z } from "@/lib/contract/zod";
import { changedDesign, design, newDesign } from "@/lib/drawing/design";

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
export const pictureFields = {
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

export const qrList = pageResult("qrs", qrItem);
