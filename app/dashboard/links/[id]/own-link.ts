import { getLink } from "@/lib/resources/links/service";
import { ownRow } from "../../_lib/own-row";

export const ownLink = ownRow(getLink);
