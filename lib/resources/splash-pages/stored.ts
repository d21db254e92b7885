import { storedJson } from "@/lib/platform/database/stored-json";
import { splashContent } from "./schema";

export const readContent = storedJson("splash_pages.content", splashContent);
