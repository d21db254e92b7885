import { z } from "@/lib/contract/zod";
import { storedJson } from "@/lib/platform/stored-json";
import { createdEntity } from "./schema";

export const readCreated = storedJson("imports.made", z.array(createdEntity));
