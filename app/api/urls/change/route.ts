import { endpoint } from "@/lib/http/endpoint";
import { changeLinks as operation } from "@/lib/resources/links/bulk/schema";
import { changeLinks } from "@/lib/resources/links/bulk/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operation, ({ actor, body }) =>
  changeLinks(actor, body),
);
