import { notFound } from "@/lib/contract/errors";
import { endpoint } from "@/lib/http/endpoint";
import { allowCertificate } from "@/lib/resources/domains/schema";
import { servesDomain } from "@/lib/resources/domains/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(allowCertificate, async ({ query }) => {
  if (!(await servesDomain(query.domain))) throw notFound("domain");
  return { message: "A certificate may be issued for this domain." };
});
