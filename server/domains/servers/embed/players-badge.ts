import { escapeHtml } from '../../../platform/http/responses/escape-html.ts'

/** Colours of the right half: as in the portal's list. */
const grounds = { good: '#1a7f4b', off: '#5c6875' } as const
const fonts = 'Verdana,Geneva,DejaVu Sans,PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif'
const height = 20
const padding = 7
/** Longer texts of a half are cut. */
const maxLetters = 48

export interface Badge {
  label: string
  value: string
  tone: keyof typeof grounds
}

/** An SVG of two halves, in the form that badges have on code-hosting sites. Its text is readable without a picture (`aria-label`). */
export function renderBadge({ label, value, tone }: Badge): string {
  const [left, right] = [shorten(label), shorten(value)]
  const [leftWidth, rightWidth] = [measure(left), measure(right)]
  const width = leftWidth + rightWidth
  const name = escapeHtml(`${left}: ${right}`)
  const text = (words: string, at: number, length: number) =>
    `<text x="${at + length / 2}" y="14" textLength="${length - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escapeHtml(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}"><title>${name}</title><clipPath id="r"><rect width="${width}" height="${height}" rx="3"/></clipPath><g clip-path="url(#r)"><rect width="${leftWidth}" height="${height}" fill="#25303c"/><rect x="${leftWidth}" width="${rightWidth}" height="${height}" fill="${grounds[tone]}"/></g><g fill="#fff" text-anchor="middle" font-family="${fonts}" font-size="11">${text(left, 0, leftWidth)}${text(right, leftWidth, rightWidth)}</g></svg>`
}

function shorten(text: string): string {
  const letters = Array.from(text)
  return letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join('')}…` : text
}

/** The width of a half, px: the reader's fonts are unknown, so the text is fitted into it (`textLength`). */
function measure(text: string): number {
  const letters = Array.from(text).reduce((sum, letter) => sum + widthOf(letter), 0)
  return Math.max(1, Math.round(letters)) + 2 * padding
}

function widthOf(letter: string): number {
  if ((letter.codePointAt(0) ?? 0) >= 0x2e_80) return 11
  if (/[iljtf.,:;|!'()[\] /]/.test(letter)) return 4
  return /[mwMW@]/.test(letter) ? 10 : 7
}
