import { escapeHtml } from '../page-text.ts'

/** One column, from 320 px on, in the reader's light or dark theme. */
const pageStyle = `
:root { color-scheme: dark light; --back: light-dark(#f5f6f8, #0a0d12); --card: light-dark(#fff, #10151c);
  --line: light-dark(#dadfe6, #25303c); --text: light-dark(#10161d, #e8edf2); --quiet: light-dark(#475463, #a4b1be);
  --accent: light-dark(#845300, #f5b53d) }
body { margin: 0 auto; max-width: 480px; padding: 16px; background: var(--back); color: var(--text);
  font: 16px/1.5 Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif }
h1 { margin: 8px 0 4px; padding-bottom: 12px; border-bottom: 3px solid var(--accent); font-size: 24px; line-height: 1.25 }
p { color: var(--quiet) }
button { display: block; width: 100%; min-height: 44px; margin-bottom: 8px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); color: inherit; font: inherit; cursor: pointer }
button:hover { border-color: var(--accent) }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`

/**
 * The page that asks one of the users to agree; it posts `user`, empty for none.
 * @param service as its users know it
 */
export function renderConsentPage(service: string, users: readonly { id: string; name: string }[]): string {
  const buttons = users.map(
    ({ id, name }) => `<button name="user" value="${escapeHtml(id)}">${escapeHtml(name)}</button>`,
  )
  return `<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${service} · 模拟器 / emulator</title>
<style>${pageStyle}</style></head>
<body><h1>${service} · 模拟器 <span lang="en">/ emulator</span></h1>
<p>同意把哪个账号关联到门户？<br><span lang="en">Which account may the portal be linked to?</span></p>
<form method="post">${buttons.join('')}<button name="user" value="">取消 · Cancel</button></form></body>
</html>
`
}
