import type { z } from "zod";
import type { Domain } from "@/generated/prisma/client";
import type { domainItem } from "./schema";

export function presentDomain(domain: Domain): z.infer<typeof domainItem> {
  const { id, scheme, host, redirectRoot, redirect404 } = domain;
  return { id, domain: `${scheme}://${host}`, redirectroot: redirectRoot ?? "", redirect404: redirect404 ?? "" };
}
