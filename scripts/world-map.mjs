// Draws components/clicks/world.svg: each country as a symbol with its ISO code as the id, which pages place with
// `<use>`. The result is committed; run this again after an update of `world-atlas`.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import countries from "i18n-iso-countries";
import { feature, merge } from "topojson-client";

const WIDTH = 960;
const HEIGHT = 436;
/** The longitude in the middle of the map. Its sides are then in the Bering Strait, where they divide no country. */
const MIDDLE = 11;
/** The radius of the dot for a country that is too small to draw. */
const DOT = 2.5;

const require = createRequire(import.meta.url);
const atlas = (scale) => JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), "utf8"));

/** Returns the map as SVG text. */
export function worldMap() {
  const coarse = atlas("110m");
  const geometries = coarse.objects.countries.geometries.filter(({ properties }) => properties.name !== "Antarctica");
  const shapes = new Map();
  for (const geometry of geometries) {
    const code = codeOf(geometry);
    if (code) shapes.set(code, `<path id="${code}" d="${path(feature(coarse, geometry).geometry)}"/>`);
  }
  const fine = atlas("50m");
  for (const geometry of fine.objects.countries.geometries) {
    const code = codeOf(geometry);
    if (!code || code === "AQ" || shapes.has(code)) continue;
    const [x, y] = middle(feature(fine, geometry).geometry);
    shapes.set(code, `<circle id="${code}" cx="${x}" cy="${y}" r="${DOT}"/>`);
  }
  const land = `<path id="land" d="${path(merge(coarse, geometries))}"/>`;
  const symbols = [...shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">\n<title>The world</title>\n${[land, ...symbols].join("\n")}\n</svg>\n`;
}

// ISO has no number for Kosovo.
const codeOf = ({ id, properties }) => (properties.name === "Kosovo" ? "XK" : id && countries.numericToAlpha2(id));

const polygonsOf = ({ type, coordinates }) => (type === "Polygon" ? [coordinates] : coordinates);

const path = (geometry) => polygonsOf(geometry).flat().map(ring).join("");

/** Draws lines between points in tenths of a unit. Skips lines of length 0. */
function ring(points) {
  let d = "";
  let last = [0, 0];
  for (const point of unrolled(points).slice(0, -1)) {
    const [x, y] = project(point).map((value) => Math.round(value * 10));
    const [dx, dy] = [x - last[0], y - last[1]];
    if (d !== "" && dx === 0 && dy === 0) continue;
    d += d === "" ? `M${x / 10} ${y / 10}` : `l${dx / 10} ${dy / 10}`;
    last = [x, y];
  }
  return `${d}z`.replaceAll(" -", "-");
}

/** Measures longitudes from the middle of the map and removes jumps of 360 degrees between neighboring points. */
function unrolled(points) {
  let last = 0;
  return points.map(([longitude, latitude]) => {
    last += around(longitude - MIDDLE - last);
    return [last, latitude];
  });
}

/** Returns the same angle between -180 and 180 degrees. */
const around = (degrees) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Returns the middle of the largest part. */
function middle(geometry) {
  const [largest] = polygonsOf(geometry)
    .map(([outline]) => outline)
    .sort((a, b) => b.length - a.length);
  const points = unrolled(largest).map(project);
  return [0, 1].map(
    (axis) => Math.round((points.reduce((sum, point) => sum + point[axis], 0) / points.length) * 10) / 10,
  );
}

/**
 * The Natural Earth projection of Tom Patterson, by Bojan Šavrič's polynomial. Cut above Greenland and below Cape Horn.
 */
function project([longitude, latitude]) {
  const [lambda, phi] = [longitude, latitude].map((degrees) => (degrees * Math.PI) / 180);
  const p2 = phi * phi;
  const p4 = p2 * p2;
  const x = lambda * (0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4)));
  const y = phi * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)));
  const scale = WIDTH / (2 * 0.8707 * Math.PI);
  return [WIDTH / 2 + x * scale, 248 - y * scale];
}

if (import.meta.filename === process.argv[1]) writeFileSync("components/clicks/world.svg", worldMap());
