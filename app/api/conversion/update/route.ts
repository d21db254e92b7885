import { endpoint } from "@/lib/http/endpoint";
import { correctConversion } from "@/lib/resources/conversions/correct";
import * as operations from "@/lib/resources/conversions/operations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.correctConversion, ({ actor, body }) =>
  correctConversion(actor, body),
);
