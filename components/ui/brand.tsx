"use client";

import { createContext, use } from "react";

/** The service's name, and its logo: the path of an upload. */
interface Brand {
  name: string;
  logo: string | null;
}

const Branded = createContext<Brand | null>(null);

export const BrandProvider = ({ brand, children }: { brand: Brand; children: React.ReactNode }) => (
  <Branded value={brand}>{children}</Branded>
);

export function useBrand(): Brand {
  const brand = use(Branded);
  if (!brand) throw new Error("There is no BrandProvider above.");
  return brand;
}
