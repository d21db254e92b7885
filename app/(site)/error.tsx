"use client";

import { FailedPage } from "@/components/ui/failed-page";

export default FailedPage;
