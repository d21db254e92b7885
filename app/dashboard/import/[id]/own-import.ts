import { importState } from "@/lib/resources/imports/service";
import { ownRow } from "../../_lib/own-row";

export const ownImport = ownRow(importState);
