import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { escapeHtml } from '../../../platform/http/responses/escape-html.ts'
import type { MailPart, MailSender, LocalizedMailText } from '../mail-text.types.ts'
import { footerText, unsubscribeLabel } from './footer.ts'

// Mail programs drop style sheets, so every look is inline. Text takes the reader's own colours, light or dark; only what
// brings its own ground (the button) brings its ink too.
const fonts =
  "Inter,'PingFang SC','HarmonyOS Sans SC','Microsoft YaHei','Noto Sans CJK SC',system-ui,sans-serif"
const bodyStyle = `max-width:480px;margin:0 auto;padding:24px 16px;box-sizing:border-box;font:16px/1.6 ${fonts};overflow-wrap:anywhere`
const headerStyle = 'border-top:4px solid #f5b53d;padding-top:16px;font-size:20px;font-weight:700'
const codeStyle =
  'margin:24px 0;padding:16px 8px;border:1px solid #7b8794;border-radius:10px;text-align:center;font-size:32px;line-height:1.25;font-weight:700;letter-spacing:6px;text-indent:6px;font-variant-numeric:tabular-nums'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:10px;background:#f5b53d;color:#1b1303;font-weight:700;text-decoration:none'
const linkStyle = 'color:inherit;word-break:break-all'
const sectionStyle = 'margin-top:32px;padding-top:16px;border-top:1px solid #7b8794'
const footerStyle = 'margin-top:32px;padding-top:16px;border-top:1px solid #7b8794;opacity:.8'

/** Letters as HTML, one below the other: one column, from 320 px on, nothing fetched. */
export function renderHtml(
  letters: readonly LocalizedMailText[],
  sender: MailSender,
  settings: string | null,
): string {
  const [first] = letters
  const subject = letters.map((letter) => letter.subject).join(' · ')
  return `<!doctype html>
<html lang="${first?.language}" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0">
<div style="${bodyStyle}">
<div style="${headerStyle}">${escapeHtml(sender.community)}</div>
${letters.map(renderSection).join('\n')}
<div style="${footerStyle}">${letters.map(({ language }) => renderFooter(language, sender, settings)).join('')}</div>
</div>
</body>
</html>
`
}

function renderFooter(language: Language, sender: MailSender, settings: string | null): string {
  const link =
    settings === null
      ? ''
      : `<br><a href="${escapeHtml(settings)}" style="color:inherit">${unsubscribeLabel[language]}</a>`
  return `<p lang="${language}">${escapeHtml(footerText(language, sender))}${link}</p>`
}

function renderSection({ language, parts }: LocalizedMailText, index: number): string {
  const style = index === 0 ? '' : ` style="${sectionStyle}"`
  return `<div lang="${language}"${style}>\n${parts.map(renderPart).join('\n')}\n</div>`
}

function renderPart(part: MailPart): string {
  switch (part.kind) {
    case 'words':
      return `<p>${escapeHtml(part.words)}</p>`
    case 'code':
      return `<p style="${codeStyle}">${escapeHtml(part.code)}</p>`
    case 'link': {
      const link = escapeHtml(part.link)
      return `<p style="margin:24px 0"><a href="${link}" style="${buttonStyle}">${escapeHtml(part.label)}</a></p>
<p>${escapeHtml(part.otherwise)}<br><a href="${link}" style="${linkStyle}">${link}</a></p>`
    }
  }
}
