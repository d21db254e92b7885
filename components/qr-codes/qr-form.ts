import type { QrType } from "@/generated/prisma/enums";
import type { Design } from "@/lib/drawing/design";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { type DesignForm, designForm, designInput, plainForm, previewDesign } from "./design-form";

export interface QrInput {
  name: string;
  kind?: "area" | "email" | "tel" | "url";
  required?: boolean;
  maxLength: number;
  /** Shares its line with the next input. */
  half?: boolean;
}

/** The inputs of each type, in order. `wifi` also has `encryption` and `hidden`. */
export const inputsOf: Record<QrType, QrInput[]> = {
  link: [{ name: "link", kind: "url", required: true, maxLength: 8192 }],
  text: [{ name: "text", kind: "area", required: true, maxLength: 5000 }],
  vcard: [
    { name: "fname", maxLength: 100, half: true },
    { name: "lname", maxLength: 100, half: true },
    { name: "org", maxLength: 200, half: true },
    { name: "title", maxLength: 200, half: true },
    { name: "cell", kind: "tel", maxLength: 32, half: true },
    { name: "phone", kind: "tel", maxLength: 32, half: true },
    { name: "email", kind: "email", maxLength: 254, half: true },
    { name: "fax", kind: "tel", maxLength: 32, half: true },
    { name: "site", kind: "url", maxLength: 8192 },
    { name: "street", maxLength: 200 },
    { name: "zip", maxLength: 20, half: true },
    { name: "city", maxLength: 100, half: true },
    { name: "state", maxLength: 100, half: true },
    { name: "country", maxLength: 100, half: true },
  ],
  email: [
    { name: "email", kind: "email", required: true, maxLength: 254 },
    { name: "subject", maxLength: 255 },
    { name: "body", kind: "area", maxLength: 2000 },
  ],
  phone: [{ name: "phone", kind: "tel", required: true, maxLength: 32 }],
  sms: [
    { name: "phone", kind: "tel", required: true, maxLength: 32 },
    { name: "message", kind: "area", maxLength: 1600 },
  ],
  wifi: [{ name: "ssid", required: true, maxLength: 32 }],
};

export const qrTypes = Object.keys(inputsOf) as QrType[];

type Content = Record<string, string | boolean>;

export interface QrForm extends DesignForm {
  type: QrType;
  name: string;
  /** The content of each type, so that changing the type loses nothing. */
  data: Record<QrType, Content>;
}

/** Types whose content is a single text. */
const plain: QrType[] = ["text", "link", "phone"];

/** The content as the API takes it. */
export const dataOf = ({ type, data }: Pick<QrForm, "type" | "data">) =>
  plain.includes(type) ? data[type][type] : data[type];

/** The values that the image depends on. Only for `wifi` they include the content. */
export const drawnOf = (form: QrForm, initial: QrForm) => ({
  type: form.type,
  data: form.type === "wifi" ? dataOf(form) : "",
  ...previewDesign(form, initial),
});

/** The changes as the API takes them. Content and type are always included. */
export function inputOf(initial: QrForm, changes: Record<string, unknown>) {
  const { type, data } = { ...initial, ...changes } as QrForm;
  return { type, data: dataOf({ type, data }), name: changes.name, ...designInput(changes) };
}

/** The path of an input in the API's errors. */
export const pathOf = (type: QrType, name: string) => (plain.includes(type) ? "data" : `data.${name}`);

/** The form for a code, or for a new one. */
export function qrForm(code?: QrContent & { name: string; design: Design }): QrForm {
  const form: QrForm = {
    type: "link",
    name: "",
    data: { ...blank(), wifi: { ssid: "", pass: "", encryption: "wpa", hidden: false } },
    ...plainForm,
  };
  if (!code) return form;
  const { type, name, design } = code;
  const data = typeof code.data === "string" ? { [type]: code.data } : code.data;
  return {
    ...form,
    type,
    name,
    data: { ...form.data, [type]: { ...form.data[type], ...data } },
    ...designForm(design),
  };
}

const blank = () =>
  Object.fromEntries(
    qrTypes.map((type) => [type, Object.fromEntries(inputsOf[type].map(({ name }) => [name, ""]))]),
  ) as Record<QrType, Content>;
