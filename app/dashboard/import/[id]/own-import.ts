import { importState } from "@/lib/imports/service";
import { ownRow } from "../../own-row";

export const ownImport = ownRow(importState);
