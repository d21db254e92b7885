import { getLink } from "@/lib/resources/links/service";
import { ownRow } from "../../own-row";

export const ownLink = ownRow(getLink);
