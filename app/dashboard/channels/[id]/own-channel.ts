import { getChannel } from "@/lib/channels/service";
import { ownRow } from "../../own-row";

export const ownChannel = ownRow(getChannel);
