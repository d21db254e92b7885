import { expect, it } from "vitest";
import { designForm, designInput, formatRgb, parseTypedColor, plainForm } from "@/components/qr-codes/design-form";
import { dataOf, inputOf, qrForm, qrTypes } from "@/components/qr-codes/qr-form";
import { changesOf } from "@/components/ui/use-editor";
import type { Design } from "@/lib/drawing/design";
import type { QrContent } from "@/lib/resources/qr-codes/payload";
import { createQrBody, qrTypes as known } from "@/lib/resources/qr-codes/schema";
import { samples } from "../support/qr";

const design: Design = {
  ...{ foreground: "rgb(30,60,90)", background: "rgb(255,255,255)", logo: null },
  ...{ dots: "circle", eyes: "leaf", gradient: null, frame: { style: "box", text: "Scan me" } },
};

it("has every type", () => {
  expect([...qrTypes].sort()).toEqual([...known].sort());
});

it.each(known)("shows all fields of a code of the type %s, and sends them unchanged", (type) => {
  const form = qrForm({ type, data: samples[type], name: "Menu", design } as QrContent & {
    name: string;
    design: Design;
  });
  expect(dataOf(form)).toEqual(samples[type]);
  const input = inputOf(form, changesOf({ ...form, foreground: "#000" }, form));
  expect(createQrBody.parse(input)).toEqual({ type, data: samples[type], foreground: "rgb(0,0,0)" });
});

it("sends a design unchanged, and removed parts as null", () => {
  expect(designInput(designForm(design))).toEqual({ ...design, logo: "", gradient: null });
  const form = {
    ...designForm(design),
    gradient: { type: "radial", color: "#0a0b0c" } as const,
    frame: plainForm.frame,
  };
  expect(designInput(changesOf(form, designForm(design)))).toEqual({
    gradient: { type: "radial", color: "rgb(10,11,12)" },
    frame: null,
  });
});

it.each([
  ["#1e3c5a", "rgb(30,60,90)"],
  ["1E3C5A", "rgb(30,60,90)"],
  ["#fff", "rgb(255,255,255)"],
  ["rgb(1,2,3)", "rgb(1,2,3)"],
  ["purple", "purple"],
])("%s is %s", (typed, sent) => {
  expect(formatRgb(typed)).toBe(sent);
});

it("shows colors as people type them", () => {
  expect(parseTypedColor("rgb(30,60,9)")).toBe("#1e3c09");
});
