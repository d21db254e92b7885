import { getChannel } from "@/lib/resources/channels/service";
import { ownRow } from "../../own-row";

export const ownChannel = ownRow(getChannel);
