import { faqHtml } from '@clutch/contract/rules/content/faq-html.ts'
import DOMPurify, { type Config } from 'dompurify'
import { keepAllowedTags } from './allowed-tags.ts'

const sanitizerConfig: Config = {
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
 * J1: Sanitizes all HTML that the page shows, from any source. Uses the page's only policy for HTML,
 * `dompurify`, which the content security policy names.
 */
export function sanitizeHtml(html: string): TrustedHTML {
  return DOMPurify.sanitize(keepAllowedTags(html), { ...sanitizerConfig, RETURN_TRUSTED_TYPE: true })
}

/** The words of HTML without its marks. */
export function htmlToText(html: string): string {
  // A space between blocks, so that the last word of one and the first of the next stay two.
  const spaced = keepAllowedTags(html).replaceAll('<', ' <')
  return DOMPurify.sanitize(spaced, { ...sanitizerConfig, RETURN_DOM_FRAGMENT: true }).textContent ?? ''
}
