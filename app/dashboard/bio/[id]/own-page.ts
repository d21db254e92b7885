import { getBioPage } from "@/lib/resources/bio-pages/service";
import { ownRow } from "../../own-row";

export const ownPage = ownRow(getBioPage);
