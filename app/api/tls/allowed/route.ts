import { endpoint } from "@/lib/api/endpoint";
import { allowCertificate } from "@/lib/domains/operations";
import { servesDomain } from "@/lib/domains/service";
import { notFound } from "@/lib/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(allowCertificate, async ({ query }) => {
  if (!(await servesDomain(query.domain))) throw notFound("domain");
  return { message: "A certificate may be got for this domain." };
});
