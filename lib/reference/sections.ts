import * as account from "@/lib/account/operations";
import type { Section } from "@/lib/api/openapi";
import * as health from "@/lib/health/operations";
import * as links from "@/lib/links/operations";
import * as reference from "./operations";

/** Every operation of the API, in the order in which the reference shows them. */
export const sections: Section[] = [
  { tag: "Account", description: "Read and change your own account.", operations: account },
  { tag: "Links", description: "Short links, their settings and what was counted of them.", operations: links },
  {
    tag: "Service",
    description: "The state of the service itself. No key needed.",
    operations: { ...health, ...reference },
  },
];
