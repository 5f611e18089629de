import { faqHtml } from '@clutch/contract/rules/content/faq-html.ts'

const silentElements =
  /<(script|style|textarea|title|template|noscript|iframe|xmp|option)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tagPattern = /<(\/?)([a-z][a-z0-9]*)((?:[\s/](?:[^>"']|"[^"]*"|'[^']*')*)?)>|<!--[\s\S]*?(?:-->|$)|</gi
const attributePattern = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * Reduces HTML to the tags of `faqHtml`; the only attribute left is a link's address. Browsers report each
 * script in an attribute to the security policy as soon as they parse HTML, even if it could never run; this
 * output causes no reports. DOMPurify makes it safe.
 */
export function keepAllowedTags(html: string): string {
  return html
    .replaceAll(silentElements, '')
    .replaceAll(
      tagPattern,
      (found: string, slash: string | undefined, name: string | undefined, rest: string) => {
        if (name === undefined) return found === '<' ? '&lt;' : ''
        return formatTag(slash === '/', allowedTagName(name), rest)
      },
    )
}

function allowedTagName(name: string): string {
  const small = name.toLowerCase()
  return Object.hasOwn(faqHtml.same, small) ? faqHtml.same[small as keyof typeof faqHtml.same] : small
}

function formatTag(isEnd: boolean, name: string, rest: string): string {
  if (!faqHtml.tags.some((known) => known === name)) return ''
  if (isEnd) return `</${name}>`
  const address = findHref(rest)
  if (name !== 'a' || address === undefined) return `<${name}>`
  return `<a href="${address.replaceAll('"', '&quot;')}">`
}

function findHref(attributes: string): string | undefined {
  for (const [, name = '', double, single, bare] of attributes.matchAll(attributePattern))
    if (name.toLowerCase() === 'href') return double ?? single ?? bare
  return undefined
}
