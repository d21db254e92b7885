import { getForwarding } from "@/lib/resources/forwardings/service";
import { ownedRowLoader } from "../../../_lib/own-row";

export const findForwarding = ownedRowLoader(getForwarding);
