const dark =
  '--page:#10151c;--row:#161d26;--line:#25303c;--text:#e8edf2;--soft:#a4b1be;--accent:#f5b53d;--ink:#1b1303;--track:#1f2833;--good:#3fd08a;--busy:#f5b53d;--bad:#ff6b6b;--link:#f5b53d;color-scheme:dark'
const light =
  '--page:#fff;--row:#f1f3f6;--line:#dadfe6;--text:#10161d;--soft:#475463;--accent:#f5b53d;--ink:#1b1303;--track:#e4e8ed;--good:#158549;--busy:#ad7206;--bad:#d8363c;--link:#845300;color-scheme:light'

/** The look of the widget, with the values of the design tokens: it loads nothing, so that a list is one request. */
export const widgetStyle = `:root{${dark}}[data-theme=light]{${light}}@media (prefers-color-scheme:light){[data-theme=auto]{${light}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.4 "Inter Variable",Inter,"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif}
main{padding:12px}
header{display:flex;align-items:baseline;justify-content:space-between;gap:12px;padding:0 4px 10px}
h1{margin:0;font-size:16px;overflow-wrap:anywhere}
p{margin:0;color:var(--soft);font-size:13px;white-space:nowrap;font-variant-numeric:tabular-nums}
.none{padding:16px 4px;white-space:normal}
ul{list-style:none;margin:0;padding:0;display:grid;gap:4px}
li{display:flex;align-items:center;gap:12px;min-height:48px;padding:6px 8px 6px 12px;border-radius:8px;background:var(--row)}
li>div{flex:1;min-width:0}
b{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;display:inline-block;max-width:100%;vertical-align:bottom}
small{display:block;color:var(--soft);font-size:12px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.off b{color:var(--soft);font-weight:500}
.count{display:grid;justify-items:end;gap:4px;font-size:13px;font-variant-numeric:tabular-nums}
meter{display:block;width:64px;height:5px;appearance:none;border:0;border-radius:3px;background:var(--track);overflow:hidden}
meter::-webkit-meter-bar{height:5px;border:0;border-radius:3px;background:var(--track)}
meter::-webkit-meter-optimum-value{background:var(--good)}
meter::-moz-meter-bar{background:var(--good)}
a{color:var(--link)}
.join{display:inline-flex;align-items:center;min-height:36px;padding:0 14px;border-radius:8px;background:var(--accent);color:var(--ink);font-weight:600;text-decoration:none;white-space:nowrap}
a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
footer{padding:10px 4px 0;font-size:13px}
@media (max-width:359px){meter{display:none}.join{padding:0 10px}}`
