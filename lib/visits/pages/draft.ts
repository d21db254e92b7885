import { html } from "@/lib/contract/html";
import type { Answer } from "@/lib/visits/answer";
import { type PageContent, page } from "./page";

/** A page that its owner is still working on, for a frame beside the editor: nothing in it runs or leads away. */
export const draftPage = ({ script: _, headers: __, policy, ...still }: PageContent): Answer =>
  page({
    ...still,
    // The sandbox opens no windows.
    head: html`<base target="_blank">`,
    policy: { ...policy, "frame-ancestors": "'self'", sandbox: "allow-same-origin" },
  });
