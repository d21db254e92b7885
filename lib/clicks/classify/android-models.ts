import models from "@/lib/clicks/android-models.json";

const listed = (names: string) => new Set(names.split("|"));
const TABLETS = listed(models.tablets);
const TELEVISIONS = listed(models.televisions);

// Patterns of model names that no list contains. Televisions: a screen size first, `LED`, names of boxes. Tablets:
// `Tab`, `Pad`.
const TELEVISION =
  /^(?!stv1|htv\d|brondi).*(?:led-?\d{2}|^td(?:tv)?\d|d?tv\d|^\d{2}(?:lex|le[dx]|[a-z]{1,4}\d{2,4}[a-z]{1,2})\b|box\b|^openbox|ugoos|zidoo|vontar|vorke|^yndx-|^polar(?:line)?_|^kraft_|[uf]hd\b|_[uf]hd|\b4k\b|_4k|stb\d|^vmp|^minix|^h96|^x96|^t95|^tx\d|^mxq|^km\d{1,2}\b|beelink|^nexon x|^neko_|^htk?y-\d|^gtking|^digifors|yundoo|smart_?tv|tv$|atv[a-z]|tv\d)/i;
// Makers of televisions begin a model's number with the diagonal in inches, often after one to three letters of the
// series, and continue with letters for the panel (`LE`, `H`, `F`, `U`): `32LEX`, `LE32CT5515`, `K43DLJ10US`, `SABA_32SB6000H`.
const SCREEN_SIZE =
  /(?:^|[-_ ])[a-z]{0,3}[-_]?(?:19|2[0248]|3[29]|4[02389]|5[058]|6[05]|7[057]|8[256]|98)(?:[a-z]{1,4}[-_]?\d{2}|[a-z]{3,4}\d)/i;
// Families of boxes for televisions.
const BOX =
  /^(?:a95x|a5x|x88|x92\b|x98|tr9\d|t96|hk1|k[i]{1,3} (?:pro|plus)|(?:mini ?)?m8s|neo[- ][uxz]\d|iconbit (?:movie|xds|xlr)|as4k|ec6108|me-?cool|pendoo|orbsmart|formuler|hiremco|evpad|tanix|transpeed|vinabox|spybox|orion r\d|vega s9|kant-3\d\d|selenga|invin)/i;
const TABLET =
  /tablet|(?:^|[^a-z])tab(?:[^a-z]|$)|[a-z]tab(?:[ _-]?\w?\d|[ _-]?plus|$)|\btab[ _-]?\w?\d|pad[ _-]?\d|(?<!^|cool|tech)pad[ _-]?[a-z]\d|pad_|pad[ _-]?(?:pro|mini|lite|max)\b|\bpad\b|^pmt\d{4}|(?:^|[^a-z])mid[-_]?\d|\dtpc|\btpc[-_]?\d|^tz\d{3}|^[pt]\d{1,4}(?:hd|t|s)?_(?:eea|row)$|^plane[ _]\d|^optima \d|^navitel t|^bq(?:ru)?-(?:[789]|10)\d{2,3}|^ginzzu gt|^tb-?x\d|^iplay[ _]?\d|^walpad/i;
// Tablets without a modem, by the ends of their makers' numbers. Huawei and Honor: `W` for Wi-Fi where phones have `L`
// or `AL`. Lenovo: `F` for Wi-Fi, `H` and `G` for data without calls. Digma: letters, the diagonal in inches, two letters.
const NUMBERED_TABLET =
  /^[a-z]{3,4}\d?-w\d{1,2}[a-z]{0,2}$|^lenovo ?[abs]\d{4}-[fgh]|[ _][cthwr][st](?:[789]|1[0-4])\d{2,3}[a-z]{2}$/i;

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
  if (TELEVISION.test(model) || BOX.test(model) || SCREEN_SIZE.test(model)) return "TV";
  return TABLET.test(model) || NUMBERED_TABLET.test(model) ? "Tablet" : null;
}
