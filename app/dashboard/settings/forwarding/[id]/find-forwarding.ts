import { getForwarding } from "@/lib/resources/forwardings/service";
import { ownedRowLoader } from "../../../_lib/owned-row-loader";

export const findForwarding = ownedRowLoader(getForwarding);
