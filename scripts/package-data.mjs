// Of the data set of networks a package has those lines that are ever used: 2 MB of 32.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

export const HOSTING_NETWORKS = ["4", "6"].map((family) => `node_modules/@ip-location-db/asn/asn-ipv${family}-num.csv`);

/** The lines of the networks of data centres, by the rules of this version. */
export async function hostingNetworks(/** @type {string} */ file) {
  const { outputFiles } = await build({
    entryPoints: ["lib/clicks/hosting-networks.ts"],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const code = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`;
  const { isHosting } = await import(code);
  const lines = readFileSync(file, "latin1").split("\n");
  const kept = lines.filter((line) => {
    const [, , number, ...name] = line.split(",");
    return isHosting(number, name.join(","));
  });
  return Buffer.from(`${kept.join("\n")}\n`, "latin1");
}
