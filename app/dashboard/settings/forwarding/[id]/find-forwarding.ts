import { getForwarding } from "@/lib/resources/forwardings/service";
import { ownRow } from "../../../_lib/own-row";

export const findForwarding = ownRow(getForwarding);
