import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/core/answer";
import { type PageContent, page } from "./page";

/** The preview of a page in a frame next to its editor. Its scripts do not run, and its links do not open. */
export const draftPage = ({ script: _, headers: __, policy, ...still }: PageContent): Answer =>
  page({
    ...still,
    // The sandbox does not open windows.
    head: html`<base target="_blank">`,
    policy: { ...policy, "frame-ancestors": "'self'", sandbox: "allow-same-origin" },
  });
