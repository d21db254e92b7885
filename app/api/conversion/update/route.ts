import { endpoint } from "@/lib/http/endpoint";
import * as operations from "@/lib/resources/conversions/schema";
import { correctConversion } from "@/lib/resources/conversions/service";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint(operations.correctConversion, ({ actor, body }) =>
  correctConversion(actor, body),
);
