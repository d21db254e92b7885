import { findVendor, type vendors } from "./vendors";

/** A pixel that a page loads. */
export interface PixelTag {
  /** a documented value or the vendor's customary name */
  type: string;
  tag: string;
}

/** A vendor's tag on the page, and the hosts that it may connect to. */
interface Snippet {
  /** the vendor's own code; `tag` is already a JSON string */
  code: (tag: string) => string;
  script: string[];
  image: string[];
  connect: string[];
  frame?: string[];
}

const tagManager = "https://www.googletagmanager.com";
const adScripts = [
  "https://www.googleadservices.com",
  "https://pagead2.googlesyndication.com",
  "https://googleads.g.doubleclick.net",
  "https://www.google.com",
];
const googleReports = [
  "https://*.googletagmanager.com",
  "https://*.google-analytics.com",
  "https://*.analytics.google.com",
  "https://*.g.doubleclick.net",
  "https://ad.doubleclick.net",
  "https://www.googleadservices.com",
  "https://pagead2.googlesyndication.com",
  "https://www.google.com",
  "https://google.com",
];
/**
 * A Google tag can report to several of Google's services, as its owner configures there:
 * https://developers.google.com/tag-platform/security/guides/csp
 */
const google = { image: googleReports, connect: googleReports, frame: [tagManager, "https://td.doubleclick.net"] };

const linkedIn = ["https://*.ads.linkedin.com", "https://www.linkedin.com"];
const x = [
  "https://t.co",
  "https://analytics.twitter.com",
  "https://analytics.x.com",
  "https://ads-twitter.com",
  "https://ads-api.twitter.com",
];
const bing = ["https://bat.bing.net", "https://bat.bing.com"];

const gtag = (tag: string) =>
  `!function(d,s,i){var j=d.createElement(s),f=d.getElementsByTagName(s)[0];j.async=true;j.src="${tagManager}/gtag/js?id="+encodeURIComponent(i);f.parentNode.insertBefore(j,f)}(document,"script",${tag});window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag("js",new Date());gtag("config",${tag});`;

/** The vendors' official snippets by type. Keep them as the vendors publish them; only the tag is inserted. */
const snippets: Record<(typeof vendors)[number]["type"], Snippet> = {
  // https://developers.google.com/tag-platform/tag-manager/web. Do not use the version that passes on the nonce:
  // scripts of the container's owner would then run at this service's address.
  vendor1pixel: {
    code: (tag) =>
      `(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({"gtm.start":new Date().getTime(),event:"gtm.js"});var f=d.getElementsByTagName(s)[0],j=d.createElement(s),dl=l!="dataLayer"?"&l="+l:"";j.async=true;j.src="${tagManager}/gtm.js?id="+i+dl;f.parentNode.insertBefore(j,f)})(window,document,"script","dataLayer",${tag});`,
    script: [tagManager, ...adScripts],
    ...google,
  },
  // https://developers.google.com/analytics/devguides/collection/ga4
  vendor2pixel: { code: gtag, script: ["https://*.googletagmanager.com"], ...google },
  // https://developers.facebook.com/docs/meta-pixel/get-started
  vendor3pixel: {
    code: (tag) =>
      `!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version="2.0";n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,"script","https://connect.facebook.net/en_US/fbevents.js");fbq("init",${tag});fbq("track","PageView");`,
    script: ["https://connect.facebook.net"],
    image: ["https://www.facebook.com"],
    connect: ["https://www.facebook.com", "https://connect.facebook.net"],
  },
  // https://support.google.com/google-ads/answer/7548399
  vendor4pixel: {
    code: gtag,
    script: [tagManager, ...adScripts],
    ...google,
  },
  // https://www.linkedin.com/help/lms/answer/a418880
  vendor5pixel: {
    code: (tag) =>
      `window._linkedin_partner_id=${tag};window._linkedin_data_partner_ids=window._linkedin_data_partner_ids||[];window._linkedin_data_partner_ids.push(window._linkedin_partner_id);(function(l){if(!l){window.lintrk=function(a,b){window.lintrk.q.push([a,b])};window.lintrk.q=[]}var s=document.getElementsByTagName("script")[0];var b=document.createElement("script");b.type="text/javascript";b.async=true;b.src="https://snap.licdn.com/li.lms-analytics/insight.min.js";s.parentNode.insertBefore(b,s)})(window.lintrk);`,
    script: ["https://snap.licdn.com"],
    image: linkedIn,
    connect: linkedIn,
  },
  // https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites
  vendor6pixel: {
    code: (tag) =>
      `!function(e,t,n,s,u,a){e.twq||(s=e.twq=function(){s.exe?s.exe.apply(s,arguments):s.queue.push(arguments)},s.version="1.1",s.queue=[],u=t.createElement(n),u.async=!0,u.src="https://static.ads-twitter.com/uwt.js",a=t.getElementsByTagName(n)[0],a.parentNode.insertBefore(u,a))}(window,document,"script");twq("config",${tag});`,
    script: ["https://static.ads-twitter.com"],
    image: x,
    connect: x,
  },
  // https://help.adroll.com/hc/en-us/articles/211846018. The tag holds both ids: <adv_id>/<pix_id>.
  vendor7pixel: {
    code: (tag) =>
      `window.adroll_adv_id=${tag}.split("/")[0];window.adroll_pix_id=${tag}.split("/")[1]||"";window.adroll_version="2.0";(function(w,d,e,o,a){w.__adroll_loaded=true;w.adroll=w.adroll||[];w.adroll.f=["setProperties","identify","track"];var roundtripUrl="https://s.adroll.com/j/"+adroll_adv_id+"/roundtrip.js";for(a=0;a<w.adroll.f.length;a++){w.adroll[w.adroll.f[a]]=w.adroll[w.adroll.f[a]]||(function(n){return function(){w.adroll.push([n,arguments])}})(w.adroll.f[a])}e=d.createElement("script");o=d.getElementsByTagName("script")[0];e.async=1;e.src=roundtripUrl;o.parentNode.insertBefore(e,o)})(window,document);adroll.track("pageView");`,
    script: ["https://s.adroll.com", "https://d.adroll.com"],
    image: ["https://d.adroll.com"],
    connect: ["https://s.adroll.com", "https://d.adroll.com"],
  },
  // https://quoraadsupport.zendesk.com/hc/en-us/articles/115010466208
  vendor8pixel: {
    code: (tag) =>
      `!function(q,e,v,n,t,s){if(q.qp)return;n=q.qp=function(){n.qp?n.qp.apply(n,arguments):n.queue.push(arguments)};n.queue=[];t=document.createElement(e);t.async=!0;t.src=v;s=document.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,"script","https://a.quora.com/qevents.js");qp("init",${tag});qp("track","ViewContent");`,
    script: ["https://a.quora.com"],
    image: ["https://q.quora.com"],
    connect: ["https://q.quora.com"],
  },
  // https://help.pinterest.com/en/business/article/install-the-pinterest-tag
  vendor9: {
    code: (tag) =>
      `!function(e){if(!window.pintrk){window.pintrk=function(){window.pintrk.queue.push(Array.prototype.slice.call(arguments))};var n=window.pintrk;n.queue=[],n.version="3.0";var t=document.createElement("script");t.async=!0,t.src=e;var r=document.getElementsByTagName("script")[0];r.parentNode.insertBefore(t,r)}}("https://s.pinimg.com/ct/core.js");pintrk("load",${tag});pintrk("page");`,
    script: ["https://s.pinimg.com", "https://ct.pinterest.com"],
    image: ["https://ct.pinterest.com"],
    connect: ["https://ct.pinterest.com"],
    frame: ["https://ct.pinterest.com"],
  },
  // https://learn.microsoft.com/en-us/advertising/msa-help/hlp_ba_proc_uetv2addtag
  vendor10: {
    code: (tag) =>
      `(function(w,d,t,u,o){w[u]=w[u]||[],o.ts=(new Date).getTime();var n=d.createElement(t);n.src="https://bat.bing.net/bat.js?ti="+o.ti+("uetq"!=u?"&q="+u:""),n.async=1,n.onload=n.onreadystatechange=function(){var s=this.readyState;s&&"loaded"!==s&&"complete"!==s||(o.q=w[u],w[u]=new UET(o),w[u].push("pageLoad"),n.onload=n.onreadystatechange=null)};var i=d.getElementsByTagName(t)[0];i.parentNode.insertBefore(n,i)})(window,document,"script","uetq",{ti:${tag},enableAutoSpaTracking:true});`,
    script: bing,
    image: [...bing, "https://c.bing.com"],
    connect: bing,
  },
  // https://businesshelp.snapchat.com/s/article/pixel-website-install
  vendor11: {
    code: (tag) =>
      `(function(e,t,n){if(e.snaptr)return;var a=e.snaptr=function(){a.handleRequest?a.handleRequest.apply(a,arguments):a.queue.push(arguments)};a.queue=[];var s="script",r=t.createElement(s);r.async=!0;r.src=n;var u=t.getElementsByTagName(s)[0];u.parentNode.insertBefore(r,u)})(window,document,"https://sc-static.net/scevent.min.js");snaptr("init",${tag});snaptr("track","PAGE_VIEW");`,
    script: ["https://sc-static.net", "https://tr.snapchat.com"],
    image: ["https://tr.snapchat.com"],
    connect: ["https://tr.snapchat.com", "https://tr6.snapchat.com"],
    frame: ["https://tr.snapchat.com"],
  },
  // https://business.reddithelp.com/s/article/Install-the-Reddit-Pixel-on-your-website
  vendor12: {
    code: (tag) =>
      `!function(w,d){if(!w.rdt){var p=w.rdt=function(){p.sendEvent?p.sendEvent.apply(p,arguments):p.callQueue.push(arguments)};p.callQueue=[];var t=d.createElement("script");t.src="https://www.redditstatic.com/ads/pixel.js?pixel_id="+${tag},t.async=!0;var s=d.getElementsByTagName("script")[0];s.parentNode.insertBefore(t,s)}}(window,document);rdt("init",${tag});rdt("track","PageVisit");`,
    script: ["https://www.redditstatic.com"],
    image: ["https://alb.reddit.com"],
    connect: [
      "https://alb.reddit.com",
      "https://pixel-config.reddit.com",
      "https://conversions-config.reddit.com",
      "https://www.redditstatic.com",
    ],
  },
  // https://ads.tiktok.com/help/article/get-started-pixel
  vendor13: {
    code: (tag) =>
      `!function(w,d,t){w.TiktokAnalyticsObject=t;var ttq=w[t]=w[t]||[];ttq.methods=["page","track","identify","instances","debug","on","off","once","ready","alias","group","enableCookie","disableCookie","holdConsent","revokeConsent","grantConsent"],ttq.setAndDefer=function(t,e){t[e]=function(){t.push([e].concat(Array.prototype.slice.call(arguments,0)))}};for(var i=0;i<ttq.methods.length;i++)ttq.setAndDefer(ttq,ttq.methods[i]);ttq.instance=function(t){for(var e=ttq._i[t]||[],n=0;n<ttq.methods.length;n++)ttq.setAndDefer(e,ttq.methods[n]);return e},ttq.load=function(e,n){var r="https://analytics.tiktok.com/i18n/pixel/events.js",o=n&&n.partner;ttq._i=ttq._i||{},ttq._i[e]=[],ttq._i[e]._u=r,ttq._t=ttq._t||{},ttq._t[e]=+new Date,ttq._o=ttq._o||{},ttq._o[e]=n||{};n=d.createElement("script");n.type="text/javascript",n.async=!0,n.src=r+"?sdkid="+e+"&lib="+t;e=d.getElementsByTagName("script")[0];e.parentNode.insertBefore(n,e)};ttq.load(${tag});ttq.page()}(window,document,"ttq");`,
    script: ["https://analytics.tiktok.com"],
    image: ["https://analytics.tiktok.com"],
    connect: ["https://analytics.tiktok.com", "https://analytics-ipv6.tiktokw.us"],
  },
};

/** Returns the name of a pixel's vendor and what it loads. */
export function vendorSnippet(type: string): { name: string; snippet: Snippet } | undefined {
  const vendor = findVendor(type);
  return vendor && { name: vendor.name, snippet: snippets[vendor.type] };
}
