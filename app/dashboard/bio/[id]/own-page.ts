import { getBioPage } from "@/lib/resources/bio-pages/service";
import { ownRow } from "../../_lib/own-row";

export const ownPage = ownRow(getBioPage);
