import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/conversions/schema";
import { countConversions } from "@/lib/resources/conversions/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.countConversions, ({ actor, query }) =>
  countConversions(actor, query),
);
