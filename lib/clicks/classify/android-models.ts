import models from "@/lib/clicks/android-models.json";

const listed = (names: string) => new Set(names.split("|"));
const TABLETS = listed(models.tablets);
const TELEVISIONS = listed(models.televisions);

// Patterns of model names that no list contains. Televisions: a screen size first, `LED`, names of boxes. Tablets:
// `Tab`, `Pad`.
const TELEVISION =
  /^(?!stv1|htv|brondi).*(?:led-?\d{2}|^td(?:tv)?\d|d?tv\d|^\d{2}(?:lex|le[dx]|[a-z]{1,4}\d{2,4}[a-z]{1,2})\b|box\b|^openbox|ugoos|zidoo|vontar|vorke|^yndx-|^polar(?:line)?_|^kraft_|[uf]hd\b|_[uf]hd|\b4k\b|_4k|stb\d|^vmp|^minix|^h96|^x96|^t95|^tx\d|^mxq|^km\d{1,2}\b|beelink|^nexon x|^neko_|^htk?y-\d|^gtking|^digifors|yundoo|smart_?tv|tv$|atv[a-z]|tv\d)/i;
const TABLET =
  /tablet|\btab[ _-]?\w?\d|\btab\b|\btab_|pad[ _-]?\d|pad_|\bpad\b|^pmt\d{4}|^mid\d|^tz\d{3}|^[pt]\d{1,4}(?:hd|t|s)?_(?:eea|row)$|^plane[ _]\d|^optima \d|^navitel t|^bq(?:ru)?-(?:[789]|10)\d{2,3}|^ginzzu gt|^tb-?x\d|^iplay[ _]?\d|^walpad/i;

// Captures the model: the text after Android's version and, in old agents, the language, and before the build.
const MODEL =
  /\bAndroid[ /][^;)]{0,40};(?:\s?(?:U|[a-z]{2}(?:[-_][a-z\d]{2,6}){0,2}) ?;){0,2}\s*([^;()]{2,60}?)\s*(?:\bBuild\b|AppleWebKit|[;()]|$)/i;

/** Returns whether the model in an Android user agent is a tablet or a television device; null for other models. */
export function androidModelKind(userAgent: string): "Tablet" | "TV" | null {
  const model = MODEL.exec(userAgent)?.[1]?.toLowerCase();
  if (!model) return null;
  // The maker's name may precede the model.
  const names = [model, model.replace(/^\S+ /, "")];
  if (names.some((name) => TELEVISIONS.has(name))) return "TV";
  if (names.some((name) => TABLETS.has(name))) return "Tablet";
  if (TELEVISION.test(model)) return "TV";
  return TABLET.test(model) ? "Tablet" : null;
}
