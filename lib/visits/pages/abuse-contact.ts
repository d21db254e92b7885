import { type Html, html } from "@/lib/contract/html";
import { env } from "@/lib/platform/env";
import type { VisitorWords } from "./words";

/** Returns the sentence with ABUSE_CONTACT; nothing without one. */
export function abuseContact({ t }: VisitorWords): Html | undefined {
  const { ABUSE_CONTACT: address } = env;
  if (!address) return undefined;
  const named = address.replace(/^(?:mailto:|https:\/\/)/, "");
  return html`<p class="contact">${t("abuseContact")} <a href="${address}" rel="nofollow">${named}</a></p>`;
}
