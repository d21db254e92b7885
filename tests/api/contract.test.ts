import { inject } from "vitest";
import { testContract } from "../support/contract";

testContract(inject("server"));
