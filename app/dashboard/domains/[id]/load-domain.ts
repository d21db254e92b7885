import { getDomain } from "@/lib/resources/domains/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadDomain = ownedRowLoader(getDomain);
