import type { ReceivedMail } from './mailbox.ts'
import { pageStyle } from './page-style.ts'

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
<p>这是邮件服务器的替身：邮件只显示在这里，不会真正寄出。</p>
<p lang="en">A stand-in for a mail server: mails are shown here and go nowhere.</p>
</header>
<main>${main}</main>
</body>
</html>
`
}

function mailRow(mail: ReceivedMail): string {
  return `<li><a href="/mails/${mail.number}"><b>${escapeHtml(mail.subject)}</b><span>${escapeHtml(mail.to)}</span>${formatTime(mail)}</a></li>`
}

/** In the community's time, like every other the portal shows. */
function formatTime({ at }: ReceivedMail): string {
  const shown = new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<time datetime="${escapeHtml(at)}">${shown} GMT+8</time>`
}

function bilingual(zh: string, en: string): string {
  return `${zh} <span lang="en">${en}</span>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
