import { getChannel } from "@/lib/resources/channels/service";
import { ownRow } from "../../_lib/own-row";

export const ownChannel = ownRow(getChannel);
