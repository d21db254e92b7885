import { getLink } from "@/lib/resources/links/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadLink = ownedRowLoader(getLink);
