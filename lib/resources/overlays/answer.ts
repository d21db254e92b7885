import { email } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import type { OverlayType } from "./content";

const line = () => z.string().trim().min(1).max(100);

/** The forms of overlays that ask visitors for something, by type. */
export const answerForms = {
  contact: z.object({ name: line(), email: email(), message: z.string().trim().min(1).max(5000) }),
  poll: z.object({ option: line() }),
  newsletter: z.object({ email: email() }),
};

export type OverlayWithForm = keyof typeof answerForms;

export const isAsking = (type: OverlayType): type is OverlayWithForm => type in answerForms;

/** A stored answer of any type. */
export type AnswerContent = { name?: string; email?: string; message?: string; option?: string };

/** The fields of an answer to an overlay of this type, in the order of its form. */
export const answerFields = (type: OverlayType): (keyof AnswerContent)[] =>
  isAsking(type) ? (Object.keys(answerForms[type].shape) as (keyof AnswerContent)[]) : [];
