import { storedJson } from "@/lib/platform/database/stored-json";
import { bioBlocks } from "./blocks";
import { theme } from "./schema";

export const readBlocks = storedJson("bio_pages.blocks", bioBlocks);
export const readTheme = storedJson("bio_pages.theme", theme());
