import { getChannel } from "@/lib/resources/channels/service";
import { ownedRowLoader } from "../../_lib/owned-row-loader";

export const loadChannel = ownedRowLoader(getChannel);
