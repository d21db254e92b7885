import { importState } from "@/lib/resources/imports/service";
import { ownRow } from "../../own-row";

export const ownImport = ownRow(importState);
