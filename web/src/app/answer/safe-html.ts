import { faqHtml } from '@clutch/contract/rules/faq-html.ts'
import DOMPurify, { type Config } from 'dompurify'
import { plainTags } from './plain-tags.ts'

const allowed: Config = {
  ALLOWED_TAGS: [...faqHtml.tags],
  ALLOWED_ATTR: ['href', ...Object.keys(faqHtml.link)],
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${faqHtml.schemes.join('|')}):`, 'i'),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (!(node instanceof HTMLAnchorElement)) return
  for (const [name, value] of Object.entries(faqHtml.link)) node.setAttribute(name, value)
})

/**
 * J1: what the page shows of HTML, whoever it came from. It is made by the page's one policy for HTML, `dompurify`,
 * which the content security policy names.
 */
export function safeHtml(html: string): TrustedHTML {
  return DOMPurify.sanitize(plainTags(html), { ...allowed, RETURN_TRUSTED_TYPE: true })
}

/** The words of HTML without its marks. */
export function textOfHtml(html: string): string {
  // A space between blocks, so that the last word of one and the first of the next stay two.
  const spaced = plainTags(html).replaceAll('<', ' <')
  return DOMPurify.sanitize(spaced, { ...allowed, RETURN_DOM_FRAGMENT: true }).textContent ?? ''
}
