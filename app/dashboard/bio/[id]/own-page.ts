import { getBioPage } from "@/lib/resources/bio-pages/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadBioPage = ownedRowLoader(getBioPage);
