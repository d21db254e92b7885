import { operation } from "@/lib/contract/operation";
import { resourceOperations } from "@/lib/contract/resource-operations";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createDomainBody, domainItem, domainList, updateDomainBody } from "./schema";

const tag = "Domains";
const { list, show, add, change, remove } = resourceOperations({
  tag,
  one: "a domain",
  path: "/api/domain",
  permission: "domains",
});

export const listDomains = list({ path: "/api/domains", summary: "List your domains", result: domainList });

export const showDomain = show({ result: z.object({ data: domainItem }) });

export const addDomain = add({
  description:
    "The domain must already point to this service: by a CNAME to the service's own name, or by the same IP addresses. If another account has, had or requested the domain, prove that it is yours with a TXT record. The error names the record.",
  body: createDomainBody,
  refuses: [
    "dns_failed",
    "dns_late",
    "dns_leads_elsewhere",
    "dns_no_address",
    "domain_is_ours",
    "domain_of_another",
    "domain_reserved",
    "domain_taken",
    "domains_removed_too_often",
    "not_yours",
    "url_blocked",
    "url_is_own_link",
  ],
  result: z.object({ id: domainItem.shape.id }),
});

export const changeDomain = change({
  description: "A field that you send replaces the stored value; `null` clears it. You cannot change the name.",
  body: updateDomainBody,
  refuses: ["not_yours", "url_blocked", "url_is_own_link"],
});

export const removeDomain = remove({
  description: "Rejected while the domain has links.",
  refuses: ["domain_has_links"],
});

export const allowCertificate = operation({
  method: "GET",
  path: "/api/tls/allowed",
  tag,
  summary: "Check whether a domain may get a certificate",
  description:
    "For a reverse proxy that gets certificates when a domain is first visited, such as Caddy with `ask`. The status is the answer: 200 for the service's own host and for users' domains that point here, 404 for any other.",
  access: "public",
  unlimited: true,
  query: z.object({
    domain: z.string().max(255).describe("The host name to get a certificate for.").meta({ example: "go.example.com" }),
  }),
  result: messageResult,
  refuses: ["not_found"],
});
