import { getDomain } from "@/lib/domains/service";
import { ownRow } from "../../own-row";

export const ownDomain = ownRow(getDomain);
