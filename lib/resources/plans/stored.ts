import { storedJson } from "@/lib/platform/database/stored-json";
import { planLimits } from "./schema";

export const readLimits = storedJson("plans.limits", planLimits);
