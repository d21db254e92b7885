import type { RefusalCode } from "@/lib/contract/refusal-kinds";

/** Refusals of every link that is saved: of its alias, domain, destinations and references. */
export const saveRefuses: RefusalCode[] = [
  "alias_reserved",
  "alias_taken",
  "domain_suspended",
  "domain_unproven",
  "domain_unverified",
  "externalid_taken",
  "no_cities",
  "not_yours",
  "rules_too_large",
  "url_blocked",
  "url_is_short_link",
];

export const saveWarns: RefusalCode[] = ["expiry_past", "rule_never_applies", "rule_over"];

/** Refusals of changes to, and copies of, a link that has a designed code. */
export const changeRefuses: RefusalCode[] = [...saveRefuses, "link_qr_unreadable"];

/** The codes of what a restored link does not get back. */
export const restoreWarns: RefusalCode[] = [
  "restored_on_other_domain",
  "restored_with_other_alias",
  "restored_without",
  "restored_without_externalid",
];
