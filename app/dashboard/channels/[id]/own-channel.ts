import { getChannel } from "@/lib/resources/channels/service";
import { ownedRowLoader } from "../../_lib/own-row";

export const loadChannel = ownedRowLoader(getChannel);
