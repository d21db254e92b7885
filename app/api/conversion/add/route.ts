import { endpoint } from "@/lib/http/endpoint";
import { addConversion } from "@/lib/resources/conversions/add";
import * as operations from "@/lib/resources/conversions/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.addConversion, ({ actor, body }) =>
  addConversion(actor, body),
);
