import * as account from "@/lib/account/operations";
import type { Section } from "@/lib/api/openapi";
import * as health from "@/lib/health/operations";
import * as links from "@/lib/links/operations";
import * as pixels from "@/lib/pixels/operations";
import * as plans from "@/lib/plans/operations";
import * as users from "@/lib/users/operations";
import * as reference from "./operations";

/** Every operation of the API, in the order in which the reference shows them. */
export const sections: Section[] = [
  { tag: "Account", description: "Read and change your own account.", operations: account },
  { tag: "Links", description: "Short links, their settings and what was counted of them.", operations: links },
  { tag: "Pixels", description: "Tracking tags of your advertising and analytics vendors.", operations: pixels },
  { tag: "Plans", description: "What users may have. For administrators.", operations: plans },
  { tag: "Users", description: "Everybody who has an account. For administrators.", operations: users },
  {
    tag: "Service",
    description: "The state of the service itself. No key needed.",
    operations: { ...health, ...reference },
  },
];
