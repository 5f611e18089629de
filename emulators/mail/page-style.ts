/** The look of the stand-in's pages: one column, from 320 px on, in the reader's light or dark. */
export const pageStyle = `
:root { color-scheme: dark light; --back: light-dark(#f5f6f8, #0a0d12); --card: light-dark(#fff, #10151c);
  --line: light-dark(#dadfe6, #25303c); --text: light-dark(#10161d, #e8edf2); --quiet: light-dark(#475463, #a4b1be);
  --accent: light-dark(#845300, #f5b53d) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 760px; padding: 16px; background: var(--back); color: var(--text);
  font: 16px/1.5 Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere }
h1 { margin: 8px 0 4px; font-size: 24px }
h2 { margin: 0 0 8px; font-size: 20px }
h3 { margin: 24px 0 8px; font-size: 16px }
header { padding-bottom: 12px; border-bottom: 3px solid var(--accent); margin-bottom: 16px }
header p { margin: 0; color: var(--quiet) }
h1 [lang=en], h3 [lang=en], dt [lang=en] { font-weight: 400; color: var(--quiet) }
a { color: var(--accent) }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
ol { list-style: none; margin: 0; padding: 0 }
li a, article { display: block; padding: 12px 16px; margin-bottom: 8px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card) }
li a { color: inherit; text-decoration: none }
li a:hover { border-color: var(--accent) }
li b, li span, li time { display: block; overflow-wrap: anywhere }
li span, li time, dt { color: var(--quiet); font-size: 14px }
time { font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 560px; border: 1px solid var(--line); border-radius: 6px; background: Canvas }
pre { margin: 0; padding: 12px; border: 1px solid var(--line); border-radius: 6px; font: inherit; white-space: pre-wrap;
  overflow-wrap: anywhere }
.empty { padding: 48px 0; text-align: center; color: var(--quiet) }
`
