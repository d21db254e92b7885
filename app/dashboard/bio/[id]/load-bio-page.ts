import { getBioPage } from "@/lib/resources/bio-pages/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadBioPage = ownedRowLoader(getBioPage);
