import type { Html } from "@/lib/contract/html";

/** What stands over a framed destination. */
export interface Layer {
  body: Html;
  style: string;
  script: string;
  /** sources that it needs */
  policy: Record<string, string>;
}
