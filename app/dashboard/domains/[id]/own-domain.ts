import { getDomain } from "@/lib/resources/domains/service";
import { ownRow } from "../../_lib/own-row";

export const ownDomain = ownRow(getDomain);
