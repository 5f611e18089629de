import type { ReceivedMail } from './mailbox.ts'
import { escapeHtml, bilingual } from '../page-text.ts'

/** The style of the emulator's pages: one column, from 320 px on, in the reader's light or dark theme. */
const pageStyle = `
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

/** Nothing is fetched, run or framed; mails bring their looks inline. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const refreshSeconds = 5

/** Links of a mail open beside this page; they leave the sandbox, which otherwise forbids everything. */
const frameSandbox = 'allow-popups allow-popups-to-escape-sandbox'

/** The list of mails, the newest first; it loads itself again without script. */
export function listPage(mails: readonly ReceivedMail[]): string {
  const list =
    mails.length === 0
      ? `<p class="empty">${bilingual('还没有邮件', 'No mail yet')}</p>`
      : `<ol>${mails.map(mailRow).join('')}</ol>`
  return htmlPage('邮箱 · Mail', list, `<meta http-equiv="refresh" content="${refreshSeconds}">`)
}

/** One mail: its text, and its HTML in a frame that can do nothing. */
export function mailPage(mail: ReceivedMail): string {
  return htmlPage(
    mail.subject,
    `<p><a href="/">← ${bilingual('全部邮件', 'All mails')}</a></p>
<article>
<h2>${escapeHtml(mail.subject)}</h2>
<dl>
<dt>${bilingual('收件人', 'To')}</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>${bilingual('发件人', 'From')}</dt><dd>${escapeHtml(mail.headers['from'] ?? mail.from)}</dd>
<dt>${bilingual('时间', 'Time')}</dt><dd>${formatTime(mail)}</dd>
</dl>
<h3>HTML</h3>
<iframe title="HTML" sandbox="${frameSandbox}" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>
<h3>${bilingual('纯文本', 'Text')}</h3>
<pre>${escapeHtml(mail.text)}</pre>
</article>`,
  )
}

export function missingPage(): string {
  return htmlPage(
    '404',
    `<p class="empty">${bilingual('没有这封邮件', 'No such mail')}</p><p><a href="/">← ${bilingual('全部邮件', 'All mails')}</a></p>`,
  )
}

function htmlPage(title: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
${head}
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${bilingual('模拟邮箱', 'Simulated mail')}</h1>
<p>这是邮件服务器模拟器：邮件只显示在这里，不会真正寄出。</p>
<p lang="en">A mail server emulator: mails are shown here and go nowhere.</p>
</header>
<main>${main}</main>
</body>
</html>
`
}

function mailRow(mail: ReceivedMail): string {
  return `<li><a href="/mails/${mail.n}"><b>${escapeHtml(mail.subject)}</b><span>${escapeHtml(mail.to)}</span>${formatTime(mail)}</a></li>`
}

/** In the community's time, like every other the portal shows. */
function formatTime({ at }: ReceivedMail): string {
  const shown = new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<time datetime="${escapeHtml(at)}">${shown} GMT+8</time>`
}
