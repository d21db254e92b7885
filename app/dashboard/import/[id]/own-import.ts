import { importState } from "@/lib/resources/imports/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadImport = ownedRowLoader(importState);
