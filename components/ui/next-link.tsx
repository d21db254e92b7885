"use client";

// Pages on the server can hand a component to Mantine's `component` only if it comes from a client module.
export { default as NextLink } from "next/link";
