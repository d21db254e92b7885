import { getDomain } from "@/lib/resources/domains/service";
import { ownRow } from "../../own-row";

export const ownDomain = ownRow(getDomain);
