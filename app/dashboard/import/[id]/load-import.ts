import { importState } from "@/lib/resources/imports/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadImport = ownedRowLoader(importState);
