import type { Visit } from "./visit";

/** What was visited. A link reached through its campaign's rotator names both. */
export interface ClickSubjects {
  linkId?: number;
  qrCodeId?: number;
  campaignId?: number;
  bioPageId?: number;
  /** the block of the bio page that was clicked; without, the page itself was visited */
  bioBlock?: string;
  /** what decided where a link's visitor went, by the name of its field: `rules.2`, `geotarget.0`, `split.1` */
  rule?: string;
  /** the same by what it says, wherever it stands: `4fzyo8.1k9z2ab`, see lib/visits/links/variants.ts */
  variant?: string;
}

export interface RecordedClick {
  visit: Visit;
  subjects: ClickSubjects;
}
