import { getLink } from "@/lib/links/service";
import { ownRow } from "../../own-row";

export const ownLink = ownRow(getLink);
