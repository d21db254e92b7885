import { getBioPage } from "@/lib/bio/service";
import { ownRow } from "../../own-row";

export const ownPage = ownRow(getBioPage);
