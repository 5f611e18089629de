import type { ReceivedMail } from './mailbox.ts'
import { style } from './style.ts'

/** Nothing is fetched, run or framed; mails bring their looks inline. */
export const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const refreshSeconds = 5

/** Links of a mail open beside this page; they leave the sandbox, which otherwise forbids everything. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox'

/** The list of mails, the newest first; it loads itself again without script. */
export function listPage(mails: readonly ReceivedMail[]): string {
  const list =
    mails.length === 0
      ? `<p class="empty">${both('还没有邮件', 'No mail yet')}</p>`
      : `<ol>${mails.map(row).join('')}</ol>`
  return page('邮箱 · Mail', list, `<meta http-equiv="refresh" content="${refreshSeconds}">`)
}

/** One mail: its text, and its HTML in a frame that can do nothing. */
export function mailPage(mail: ReceivedMail): string {
  return page(
    mail.subject,
    `<p><a href="/">← ${both('全部邮件', 'All mails')}</a></p>
<article>
<h2>${escape(mail.subject)}</h2>
<dl>
<dt>${both('收件人', 'To')}</dt><dd>${escape(mail.to)}</dd>
<dt>${both('发件人', 'From')}</dt><dd>${escape(mail.headers['from'] ?? mail.from)}</dd>
<dt>${both('时间', 'Time')}</dt><dd>${time(mail)}</dd>
</dl>
<h3>HTML</h3>
<iframe title="HTML" sandbox="${sandbox}" srcdoc="${escape(`<base target="_blank">${mail.html}`)}"></iframe>
<h3>${both('纯文本', 'Text')}</h3>
<pre>${escape(mail.text)}</pre>
</article>`,
  )
}

export function missingPage(): string {
  return page(
    '404',
    `<p class="empty">${both('没有这封邮件', 'No such mail')}</p><p><a href="/">← ${both('全部邮件', 'All mails')}</a></p>`,
  )
}

function page(title: string, main: string, head = ''): string {
  return `<!doctype html>
<html lang="zh">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
${head}
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${both('模拟邮箱', 'Simulated mail')}</h1>
<p>这是邮件服务器的替身：邮件只显示在这里，不会真正寄出。</p>
<p lang="en">A stand-in for a mail server: mails are shown here and go nowhere.</p>
</header>
<main>${main}</main>
</body>
</html>
`
}

function row(mail: ReceivedMail): string {
  return `<li><a href="/mails/${mail.n}"><b>${escape(mail.subject)}</b><span>${escape(mail.to)}</span>${time(mail)}</a></li>`
}

/** In the community's time, like every other the portal shows. */
function time({ at }: ReceivedMail): string {
  const shown = new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return `<time datetime="${escape(at)}">${shown} GMT+8</time>`
}

function both(zh: string, en: string): string {
  return `${zh} <span lang="en">${en}</span>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
