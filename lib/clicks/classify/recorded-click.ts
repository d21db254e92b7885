import type { Visit } from "./visit";

/** The subjects of a visit. A visit to a link through its campaign's rotator names both. */
export interface ClickSubjects {
  linkId?: number;
  qrCodeId?: number;
  campaignId?: number;
  bioPageId?: number;
  /** the clicked block of the bio page; without it, the page itself was visited */
  bioBlock?: string;
  /** what decided the destination of a link, by field and index: `rules.2`, `geotarget.0`, `split.1` */
  rule?: string;
  /** the same, identified by content instead of position: `4fzyo8.1k9z2ab`, see lib/resources/links/routing/ready-rules.ts */
  variant?: string;
}

export interface RecordedClick {
  visit: Visit;
  subjects: ClickSubjects;
}
