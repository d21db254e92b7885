import type { Actor } from "@/lib/auth/actor";
import { type Measure, measure } from "./segments";
import { draftOf } from "./shorten";

/** A message before it is sent. */
export interface SmsDraft extends Measure {
  /** the text as it will be sent, except for the aliases of its links */
  text: string;
}

export async function draftSms(actor: Actor, message: string): Promise<SmsDraft> {
  const text = await draftOf(actor, message);
  return { text, ...measure(text) };
}
