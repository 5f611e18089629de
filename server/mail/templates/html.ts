import type { Language } from '@clutch/contract/api/text.ts'
import type { Part, Sender, Written } from '../letter.ts'
import { foot, unsubscribeLabel } from './foot.ts'

// Mail programs drop style sheets, so every look is inline. Text takes the reader's own colours, light or dark; only what
// brings its own ground (the button) brings its ink too.
const fonts =
  "Inter,'PingFang SC','HarmonyOS Sans SC','Microsoft YaHei','Noto Sans CJK SC',system-ui,sans-serif"
const column = `max-width:480px;margin:0 auto;padding:24px 16px;box-sizing:border-box;font:16px/1.6 ${fonts};overflow-wrap:anywhere`
const band = 'border-top:4px solid #f5b53d;padding-top:16px;font-size:20px;font-weight:700'
const digits =
  'margin:24px 0;padding:16px 8px;border:1px solid #7b8794;border-radius:10px;text-align:center;font-size:32px;line-height:1.25;font-weight:700;letter-spacing:6px;text-indent:6px;font-variant-numeric:tabular-nums'
const button =
  'display:inline-block;padding:12px 24px;border-radius:10px;background:#f5b53d;color:#1b1303;font-weight:700;text-decoration:none'
const bare = 'color:inherit;word-break:break-all'
const apart = 'margin-top:32px;padding-top:16px;border-top:1px solid #7b8794'
const last = 'margin-top:32px;padding-top:16px;border-top:1px solid #7b8794;opacity:.8'

/** Letters as HTML, one below the other: one column, from 320 px on, nothing fetched. */
export function html(letters: readonly Written[], sender: Sender, settings: string | null): string {
  const [first] = letters
  const subject = letters.map((letter) => letter.subject).join(' · ')
  return `<!doctype html>
<html lang="${first?.language}" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
</head>
<body style="margin:0">
<div style="${column}">
<div style="${band}">${escape(sender.community)}</div>
${letters.map(section).join('\n')}
<div style="${last}">${letters.map(({ language }) => footer(language, sender, settings)).join('')}</div>
</div>
</body>
</html>
`
}

function footer(language: Language, sender: Sender, settings: string | null): string {
  const link =
    settings === null
      ? ''
      : `<br><a href="${escape(settings)}" style="color:inherit">${unsubscribeLabel[language]}</a>`
  return `<p lang="${language}">${escape(foot(language, sender))}${link}</p>`
}

function section({ language, parts }: Written, index: number): string {
  const look = index === 0 ? '' : ` style="${apart}"`
  return `<div lang="${language}"${look}>\n${parts.map(paragraph).join('\n')}\n</div>`
}

function paragraph(part: Part): string {
  switch (part.kind) {
    case 'words':
      return `<p>${escape(part.words)}</p>`
    case 'code':
      return `<p style="${digits}">${escape(part.code)}</p>`
    case 'link': {
      const link = escape(part.link)
      return `<p style="margin:24px 0"><a href="${link}" style="${button}">${escape(part.label)}</a></p>
<p>${escape(part.otherwise)}<br><a href="${link}" style="${bare}">${link}</a></p>`
    }
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
