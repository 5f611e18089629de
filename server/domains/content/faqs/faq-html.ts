import sanitizeHtml from 'sanitize-html'
import { faqHtml } from '@clutch/contract/rules/faq-html.ts'

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...faqHtml.tags],
  allowedAttributes: { a: ['href', ...Object.keys(faqHtml.link)] },
  allowedSchemes: [...faqHtml.schemes],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href !== undefined && isExternalLink(href) && { href }), ...faqHtml.link },
    }),
    ...faqHtml.same,
  },
}

/** J1: what an answer may hold of what was written; nothing where no text would be left. */
export function sanitizeAnswer(html: string): string {
  const clean = sanitizeHtml(html, sanitizeOptions).trim()
  return extractText(clean) === '' ? '' : clean
}

function extractText(html: string): string {
  return sanitizeHtml(html, { allowedTags: [] }).trim()
}

/** Whether a link is a whole address: one without a host, such as `https:x`, would lead into the portal. */
function isExternalLink(href: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:)/i.test(href.trim()) && URL.canParse(href.trim())
}
