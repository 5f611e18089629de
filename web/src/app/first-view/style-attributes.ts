/** Replaces each `style` of a rendered element until the browser takes over; a rule of the document's style element names it. */
const markerName = 'data-first-style'

/** The id of the document's element with those rules. */
export const firstStylesId = 'first-styles'

const styledElementPattern = /(<[a-z][^<>]*?) style="([^"]*)"/g
/** What the page's own styles are made of. Anything else might end the rule. */
const safeStylePattern = /^[\w\s#%().,:;+*/-]*$/

/**
 * Moves the `style` attributes of rendered HTML into rules: the content security policy refuses the attributes, and allows one style
 * element by its hash. Throws if a style holds unexpected characters.
 */
export function extractStyleAttributes(html: string): { html: string; styles: string } {
  const markers = new Map<string, number>()
  const marked = html.replace(styledElementPattern, (_, before: string, style: string) => {
    if (!safeStylePattern.test(style)) throw new Error(`a style cannot be moved into a rule: ${style}`)
    const marker = markers.get(style) ?? markers.size
    markers.set(style, marker)
    return `${before} ${markerName}="${marker}"`
  })
  const rules = [...markers].map(([style, marker]) => `[${markerName}="${marker}"]{${style}}`)
  return { html: marked, styles: rules.join('\n') }
}

/** Gives the elements of a document their own styles again, as React expects them, and removes the rules. */
export function restoreStyleAttributes(page: Document): void {
  const element = page.getElementById(firstStylesId)
  if (!(element instanceof HTMLStyleElement)) return
  const styles = new Map<string, string>()
  for (const rule of element.sheet?.cssRules ?? [])
    if (rule instanceof CSSStyleRule) styles.set(rule.selectorText, rule.style.cssText)
  for (const styled of page.querySelectorAll<HTMLElement>(`[${markerName}]`)) {
    const marker = styled.getAttribute(markerName) ?? ''
    styled.style.cssText = styles.get(`[${markerName}="${marker}"]`) ?? ''
    styled.removeAttribute(markerName)
  }
  element.remove()
}
