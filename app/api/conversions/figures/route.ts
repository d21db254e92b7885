import { endpoint } from "@/lib/http/endpoint";
import { countConversions } from "@/lib/resources/conversions/figures";
import * as operations from "@/lib/resources/conversions/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.countConversions, ({ actor, query }) =>
  countConversions(actor, query),
);
