import { getLink } from "@/lib/resources/links/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadLink = ownedRowLoader(getLink);
