import { getDomain } from "@/lib/resources/domains/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadDomain = ownedRowLoader(getDomain);
