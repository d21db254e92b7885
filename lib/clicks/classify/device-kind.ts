import { androidModelKind } from "./android-models";

// Words of televisions, of boxes and sticks for televisions, and of their systems.
const TELEVISION =
  /hbbtv|\baft\w+|brightsign|tpapi|wv-atv|\batv\b|\bshell [\w-]*\d|_shell_|\b(?:smart|tv|iptv|android|media)[ _-]?box|\bbox\b(?=[^()]*\))|\bstick\b|_vlc\/|ce-html|smart-?tv|smarthub|google ?tv|android ?tv|apple ?tv|tvos|\btv\b|large screen|\bdtv|dtv\b|\btv(?:\d|browser|store)|(?:net|inet|inett|open|oipf|kreatel|vestel|techni|web0s.{0,40}smart)tv|netcast|webos\.?tv|web0s|vidaa|viera|bravia|aquos ?(?:tv|browser)|inettvbrowser|hybridcast|roku|crkey|mibox|shield android|nexus player|kreatv|espial|\bbdp\b|blu-?ray|bdplayer|sonybdp|sonycebrowser|\bstb\b|set-?top|dunehd|boxee|netrange|\bnettv|freebox|bouygtel|mag\d{3}|philipstv|tizen.{0,80}\btv\b|maple[ _-]?\d|maple_|opera tv|netgem|sky_?stb|skyq|tpvision|\bmitv|\bchromecast|\bbbox|wired\)|digaplus|kdl-?\d|\bloewe|technicolor|\bvewd|\bomi\/\d|\bdlnadoc|infinet 0|\buid\([\da-f:]+\/|\bmmp-?tv|\bpovidaa|fetch ?tv|\beitv|linux.{0,20}tvbrowser|appletv|\bgftv/i;
// Phones and tablets that may contain such words in the name of an app or model.
const NO_TELEVISION =
  /iphone|ipad|ipod|windows phone|\bmobile safari\/(?!.*\btv\b)(?=.*\bandroid)(?!.*(?:aft[a-z]|bravia|crkey|shield))/i;

const TABLET =
  /ipad|\btablet\b(?! pc)|\bpad\b|playbook|kindle|silk(?!.*mobile)|\bkf[a-z]{2,5}\b|nexus (?:7|9|10)\b|\bgt-(?:n[58]|p)\d|\bsm-[tpx]\d|\bsch-i800|\bmediapad|\bmatepad|xoom|transformer|\btf\d{3}|\bme\d{3}[a-z]|\blenovo ?(?:tab|yt|tb)|\btb-?\w?\d{3,4}|\bideatab|lepad|\bgalaxy ?tab|touchpad|hp-tablet|\bxperia tablet|\bsgpt?\d|\bslate\b|\bnook\b|\bbntv|\barchos \d{2,3}|\blg-v\d|\bpmp\d|\bhuawei.{0,10}(?:ags|bah|jdn|kob|btv|agr|dby|scmr)|\b(?:ags|bah|jdn|kob|agr|scmr|mrx|mrr|dby)\d?-\w{2,4}\b|\bsurftab|\bstreak|\bnexus pad|\bmz60\d|\ba1-8\d\d|\biconia|\bb1-7\d\d|\bpixel (?:c|tablet)\b|\bopd\d{4}|\bxiaomi pad|\bredmi pad|\bmi ?pad|\brmp\d{4}|\bvivo pad|\bonda|\bteclast|\bp\d0hd/i;

const PHONE =
  /mobi|phone|ipod|phone|blackberry|\bbb10|\bbb\d|nokia|symbian|series ?[346]0|\bs[46]0\b|midp|cldc|\bwap\b|wap\d|wap browser|up\.(?:browser|link)|up\/4|netfront|\bnf-|obigo|teleca|polaris|dolfin|jasmine|openwave|maui|\bbrew\b|\bj2me|opera mini|ucweb|\bjuc|\bu2\/|jig browser|docomo|softbank|vodafone|kddi|willcom|j-phone|ddipocket|pocket internet explorer|wpdesktop|osre\/|emobile|\bau-mic|portalmmm|windows ce|iemobile|windows ce; ppc|smartphone|\bpalm|webos\/|hpwos|\bpre\/|blazer|hiptop|danger|avantgo|kaios|sailfish|maemo|meego|bada|tizen(?!.*tv)|firefox os|\(mobile|harmonyos|\bwatch\b|wear ?os|android|cfnetwork.{0,80}darwin|dalvik|nucleus|threadx|mocor|spreadtrum|\bmtk|mediatek|profile\/|configuration\/|release\/\d\d\.\d\d\.\d{4}|browser\/(?:wap|dorado|teleca|obigo|netfront|maui|up|openwave)|^(?:sec|samsung|lg|lge|mot|sie|sonyericsson|alcatel|sagem|sharp|philips|panasonic|nec|huawei|zte|htc|sanyo|kyocera|audiovox|pantech|benq|tianyu|coolpad|konka|lenovo|haier|amoi|tcl|hisense|gionee|ktouch|k-touch|bird|dbtel|micromax|karbonn|lava|spice|fly|cect|tecno|itel|infinix|toshiba|sgh|sph|gt-|sch|asus|dell|acer|cricket|qc|ericsson|mitsu|hitachi|casio)[-_ /\d]/i;

const DESKTOP =
  /windows(?! (?:phone|ce|mobile))|win(?:9[58]|nt|32|16)\b|macintosh|mac os x|mac_p|\bppc mac|x11|linux|cros|bsd\b|sunos|solaris|haiku|beos|amiga|morphos|os\/2|risc os|irix|hp-ux|aix|qnx|photon|openvms|syllable|unix|\bdos\b|electron|fuchsia/i;

/**
 * Returns the kind of device that an agent runs on; null if it cannot be determined. `parsed` is the parser's result.
 */
export function deviceKind(
  userAgent: string,
  parsed: string | undefined,
): "Desktop" | "Mobile" | "Tablet" | "TV" | null {
  if (parsed === "smarttv" || (TELEVISION.test(userAgent) && !NO_TELEVISION.test(userAgent))) return "TV";
  if (parsed === "console" || parsed === "embedded") return null;
  if (/cfnetwork.{0,80}(?:x86_64|i386|mac)/i.test(userAgent)) return "Desktop";
  if (/chromebook|\bCrOS\b/i.test(userAgent)) return "Desktop";
  const model = androidModelKind(userAgent);
  if (model) return model;
  const isAndroid = /android/i.test(userAgent);
  // Chrome on Android says `Mobile` on phones only. Apps do not follow this rule.
  const isWideAndroid = isAndroid && userAgent.startsWith("Mozilla/") && !/mobi/i.test(userAgent);
  if (parsed === "mobile" && !isWideAndroid && !/\bipad\b|playbook|\btablet;/i.test(userAgent)) return "Mobile";
  if (parsed === "tablet" || TABLET.test(userAgent)) return "Tablet";
  if (isWideAndroid && parsed === undefined) return "Tablet";
  if (parsed === "mobile" || parsed === "wearable" || PHONE.test(userAgent)) return "Mobile";
  return DESKTOP.test(userAgent) ? "Desktop" : null;
}
