import { id } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";
import { pageQuery } from "@/lib/contract/pagination";
import { messageResult } from "@/lib/contract/result";
import { z } from "@/lib/contract/zod";
import { createDomainBody, domainItem, domainList, updateDomainBody } from "./schema";

const tag = "Domains";
const params = z.object({ id: id() });

export const listDomains = operation({
  method: "GET",
  path: "/api/domains",
  permission: "domains:read",
  tag,
  summary: "List your domains",
  query: pageQuery,
  result: domainList,
});

export const showDomain = operation({
  versioned: true,
  method: "GET",
  path: "/api/domain/{id}",
  permission: "domains:read",
  tag,
  summary: "Show a domain",
  params,
  result: z.object({ data: domainItem }),
});

export const addDomain = operation({
  method: "POST",
  path: "/api/domain/add",
  permission: "domains:write",
  tag,
  summary: "Add a domain",
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

export const changeDomain = operation({
  versioned: true,
  method: "PUT",
  path: "/api/domain/{id}/update",
  permission: "domains:write",
  tag,
  summary: "Change a domain",
  description: "A field that you send replaces the stored value; `null` clears it. You cannot change the name.",
  params,
  body: updateDomainBody,
  refuses: ["not_yours", "url_blocked", "url_is_own_link"],
  result: messageResult,
});

export const removeDomain = operation({
  method: "DELETE",
  path: "/api/domain/{id}/delete",
  permission: "domains:write",
  tag,
  summary: "Delete a domain",
  description: "Rejected while the domain has links.",
  params,
  refuses: ["domain_has_links"],
  result: messageResult,
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
