import type { SourceFile } from './sources.ts'

const cssPatterns = [
  { what: 'a colour', pattern: /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|lab|lch)a?\(/gi },
  { what: 'a px', pattern: /\b\d*\.?\d*[1-9]\d*\.?\d*px\b/g },
  { what: 'a font', pattern: /\bfont(-family)?:(?![^;]*var\(--font)(?!\s*inherit)[^;]*[a-z"][^;]*/gi },
]

const scriptPatterns = [
  { what: 'a colour', pattern: /['"`]#[0-9a-f]{3,8}['"`]|['"`](rgb|hsl|oklch)a?\(/gi },
  { what: 'a px', pattern: /['"`][^'"`\n]*\b[1-9]\d*px\b[^'"`\n]*['"`]/g },
]

/**
 * Finds colours, fonts and px outside `web/src/ui`, where only its tokens may be used. px is allowed in the
 * condition of an `@media` or `@container`.
 */
export function findStrayLiterals(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('web/src/ui/'))
    .flatMap(({ path, text }) => {
      const css = path.endsWith('.css')
      const plain = blankMatches(
        text,
        css ? /\/\*[\s\S]*?\*\/|@(media|container)[^{]*/g : /\/\*[\s\S]*?\*\/|\/\/.*/g,
      )
      return (css ? cssPatterns : scriptPatterns).flatMap(({ what, pattern }) =>
        [...plain.matchAll(pattern)].map(
          (match) =>
            `${path}:${lineNumberAt(plain, match.index)} writes ${what} outside ui: ${match[0].trim()}`,
        ),
      )
    })
}

/** The text with every match replaced by spaces, so that places stay where they are. */
function blankMatches(text: string, pattern: RegExp): string {
  return text.replace(pattern, (match) => match.replace(/[^\n]/g, ' '))
}

function lineNumberAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
