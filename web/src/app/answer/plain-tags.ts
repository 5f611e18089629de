import { faqHtml } from '@clutch/contract/rules/faq-html.ts'

const unspoken =
  /<(script|style|textarea|title|template|noscript|iframe|xmp|option)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tag = /<(\/?)([a-z][a-z0-9]*)((?:[\s/](?:[^>"']|"[^"]*"|'[^']*')*)?)>|<!--[\s\S]*?(?:-->|$)|</gi
const attribute = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/**
 * HTML with the tags of `faqHtml` alone, of whose attributes only the address of a link is left. Browsers report each
 * script in an attribute to the security policy as soon as HTML is read, even where it could never run; what is left
 * here reads silently. It is DOMPurify that makes it safe.
 */
export function plainTags(html: string): string {
  return html
    .replaceAll(unspoken, '')
    .replaceAll(tag, (found: string, slash: string | undefined, name: string | undefined, rest: string) => {
      if (name === undefined) return found === '<' ? '&lt;' : ''
      return written(slash === '/', nameOf(name), rest)
    })
}

function nameOf(name: string): string {
  const small = name.toLowerCase()
  return Object.hasOwn(faqHtml.same, small) ? faqHtml.same[small as keyof typeof faqHtml.same] : small
}

function written(isEnd: boolean, name: string, rest: string): string {
  if (!faqHtml.tags.some((known) => known === name)) return ''
  if (isEnd) return `</${name}>`
  const address = addressIn(rest)
  if (name !== 'a' || address === undefined) return `<${name}>`
  return `<a href="${address.replaceAll('"', '&quot;')}">`
}

function addressIn(attributes: string): string | undefined {
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute))
    if (name.toLowerCase() === 'href') return double ?? single ?? bare
  return undefined
}
