/** How the page of a run looks: on screens, light and dark, and on paper, where everything that folds is open but headers. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--card:#f6f7f8;--ink:#1b1b1b;--dim:#5a6068;--ok:#0b6e3f;--no:#a3261b;--warn:#7a5200;--line:#d5d9de;--link:#1f5fbf;--mark:#fff3c4}
@media (prefers-color-scheme:dark){:root{--ground:#141416;--card:#1d1e21;--ink:#ececec;--dim:#a2a9b2;--ok:#5fd39a;--no:#ff9b8f;--warn:#f0c060;--line:#3a3d42;--link:#8ab8ff;--mark:#4a3d10}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--ground);color:var(--ink)}
main{max-width:72rem;margin:0 auto;padding:2rem 1.25rem 4rem}
a{color:var(--link);text-underline-offset:.25em}
a:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
code,pre{font:.867em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{overflow-wrap:anywhere}
pre.lanes{font-size:.8em}
pre{margin:.35rem 0;padding:.6rem .75rem;background:var(--ground);border:1px solid var(--line);border-radius:6px;overflow-x:auto}
header{border-left:6px solid var(--no);padding:.1rem 0 .1rem 1rem}
header.ok{border-color:var(--ok)}
h1{font-size:1.75rem;line-height:1.25;margin:0;color:var(--no)}
header.ok h1{color:var(--ok)}
header p{margin:.25rem 0}
.command{font-size:1rem;color:var(--ink)}
h2{font-size:1.2rem;margin:2.2rem 0 .6rem}
h3{font-size:1.05rem;margin:0;line-height:1.4;font-weight:600}
section>h3{margin:1rem 0 .2rem}
h4{font-size:.87rem;margin:.6rem 0 .1rem;color:var(--dim);font-weight:600}
.facts{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;margin:.5rem 0 0;color:var(--dim);font-size:.9rem}
.facts div{display:flex;gap:.4rem}
.facts dd{margin:0;color:var(--ink);overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(5.8rem,1fr));gap:.6rem;list-style:none;padding:0;margin:1.3rem 0 0}
.tiles .wide{grid-column:span 2}
.tiles a{display:block;height:100%;padding:.5rem .65rem;background:var(--card);border:1px solid var(--line);border-radius:8px;color:var(--ink);text-decoration:none;font-size:.87rem}
.tiles a:hover{border-color:var(--link)}
.tiles b{display:block;font-size:1.45rem;line-height:1.25;font-variant-numeric:tabular-nums}
.tiles .error b{color:var(--no)}.tiles .warning b{color:var(--warn)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{font-size:.87rem;color:var(--dim);font-weight:600}
tbody th{color:inherit;font-size:inherit;font-weight:inherit}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.scroll{overflow-x:auto}
.nowrap{white-space:nowrap}
.dim{color:var(--dim)}
.rule{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--dim);border-radius:8px;padding:.8rem 1rem;margin:.8rem 0}
.rule.error{border-left-color:var(--no)}.rule.warning{border-left-color:var(--warn)}
.sev{font-weight:600;white-space:nowrap}
.sev.error{color:var(--no)}.sev.warning{color:var(--warn)}.sev.information{color:var(--dim)}
.rule>p{margin:.35rem 0}
.rule .mend{border-left:3px solid var(--ok);padding-left:.6rem}
.about{color:var(--dim);font-size:.9rem}
.findings{margin:.6rem 0 0;padding:0;list-style:none}
.findings>li{border-top:1px solid var(--line);padding:.5rem 0}
.findings p{margin:.15rem 0}
.chips{display:flex;flex-wrap:wrap;gap:.3rem .5rem;margin:.35rem 0 .45rem;padding:0;list-style:none;font-size:.87rem}
.chips>li{border:1px solid var(--line);border-radius:6px;padding:.05rem .45rem;background:var(--ground);overflow-wrap:anywhere}
summary{cursor:pointer}
details>summary h2,details>summary h3{display:inline}
.part{border-top:1px solid var(--line);margin-top:1rem;padding-top:.8rem}
.part>summary{font-size:1rem}
.part>summary h2{font-size:1.1rem}
.part>summary .dim{margin-left:.5rem;font-size:.9rem}
.inner{padding:.5rem 0 0 1.05rem}
.request{border:1px solid var(--line);border-radius:8px;margin:.4rem 0;background:var(--card)}
.request>summary{padding:.4rem .75rem;overflow-wrap:anywhere}
.request>div{padding:0 .75rem .75rem;scroll-margin-top:3.2rem}
details:has(:target)::details-content{content-visibility:visible;block-size:auto}
.request:has(:target){outline:2px solid var(--link)}
h2:target{background:var(--mark)}
.rule:target,.rule:has(>:target),.findings>li:target{outline:2px solid var(--link);outline-offset:2px}
.request>summary .number{display:inline-block;min-width:2.6rem}
.when{display:inline-block;min-width:4.6rem;font-variant-numeric:tabular-nums}
.status{font-weight:600}
.status.bad{color:var(--no)}.status.good{color:var(--ok)}
.about-request{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.2rem 0 .4rem;font-size:.93rem}
.about-request dt{color:var(--dim)}
.about-request dd{margin:0;overflow-wrap:anywhere}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:0 1rem}
.sides>div{min-width:0}
.sides summary{font-size:.87rem;color:var(--dim)}
.sides pre{max-height:26rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.ok-text{color:var(--ok)}.no-text{color:var(--no)}
@media print{
  :root{color-scheme:light;--ground:#fff;--card:#fff;--ink:#000;--dim:#444;--ok:#0b6e3f;--no:#a3261b;--warn:#7a5200;--line:#bbb;--link:#000}
  body{font-size:10.5pt}main{max-width:none;padding:0}
  details::details-content{content-visibility:visible;display:block;block-size:auto}
  .sides pre{max-height:none}pre{white-space:pre-wrap;overflow-wrap:anywhere}
  .rule,.request{break-inside:auto}h2,h3,summary{break-after:avoid}tr,.findings>li{break-inside:avoid}
  .tiles{grid-template-columns:repeat(auto-fit,minmax(5.2rem,1fr));gap:.3rem}.tiles a{padding:.3rem .5rem}
  .sides details{display:none}
}
`
