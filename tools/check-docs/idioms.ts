/** Idioms of the former style, refused in comments, titles and documents, with what to write instead (docs/glossary.md, "English"). */
const refused: readonly { idiom: RegExp; instead: string }[] = [
  { idiom: /\btold\b/i, instead: 'says, reports, sends, receives' },
  { idiom: /\bwho(?:m)?ever\b/i, instead: 'the caller, a user, a process that …' },
  { idiom: /\b(?:some|no)body\b/i, instead: 'a user, another user, the caller, no one' },
  { idiom: /\b(?:is|are|was|were) to be\b/i, instead: 'must, should, or the present tense' },
  { idiom: /\bstand-ins?\b/i, instead: 'emulator' },
  { idiom: /\bleases?\b/i, instead: 'rental, or claim' },
  { idiom: /\banew\b/i, instead: 'again' },
  { idiom: /\bfor good\b/i, instead: 'permanently' },
  { idiom: /\bso many\b/i, instead: 'the number' },
  { idiom: /\bof whom\b/i, instead: 'a sentence of its own' },
]

/** Documents that quote the former words, or that record what others wrote. */
const exempt =
  /^(?:docs\/(?:specification|decisions)\/|docs\/(?:requirements|glossary)\.md|CHANGELOG\.md|tools\/check-docs\/)/

/** One line for each refused idiom in a comment, a test title or a document. */
export function findIdioms(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([path]) => /\.(?:tsx?|css|md)$/.test(path) && !exempt.test(path))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => {
        const prose = path.endsWith('.md') ? line : proseOf(line)
        return refused
          .filter(({ idiom }) => idiom.test(prose))
          .map(({ idiom, instead }) => {
            const [found = ''] = idiom.exec(prose) ?? []
            return `${path}:${index + 1}: “${found}”: write ${instead}`
          })
      }),
    )
}

/** The comment or the test title of a line of code, without quoted code; empty if it has none. */
function proseOf(line: string): string {
  const [, comment = ''] = /^\s*(?:\/\*\*?|\*|\/\/)\s?(.*)$/.exec(line) ?? []
  const title = /^\s*(?:test|it|describe)(?:\.\w+)*\((?:'(.*)'|"(.*)")/.exec(line)
  return `${comment} ${title?.[1] ?? title?.[2] ?? ''}`.replaceAll(/`[^`]*`/g, '')
}
