import type { Html } from "@/lib/contract/html";

/** What is shown over a framed destination. */
export interface Layer {
  body: Html;
  style: string;
  script: string;
  /** the sources that it needs */
  policy: Record<string, string>;
}
