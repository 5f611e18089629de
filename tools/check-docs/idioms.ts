import { proseLines } from './prose.ts'

/** Idioms of the former style, with what to write instead (docs/glossary.md, "English"). */
const refused: readonly { idiom: RegExp; instead: string }[] = [
  { idiom: /\btold\b/i, instead: 'says, reports, sends, receives' },
  { idiom: /\bwho(?:m)?ever\b/i, instead: 'the caller, a user, a process that …' },
  {
    idiom: /\b(?:some|no|any|every)body\b/i,
    instead: 'a user, another user, the caller, no one, all players',
  },
  { idiom: /\b(?:is|are|was|were) to be\b/i, instead: 'must, should, or the present tense' },
  { idiom: /\b(?:not|never|to) be had\b/i, instead: 'is not available, could not be read' },
  { idiom: /\bin (?:\w+ )?hands\b/i, instead: 'claimed, in progress' },
  { idiom: /\b(?:paid|pay|pays|paying) back\b/i, instead: 'refund' },
  { idiom: /\bfor ever\b/i, instead: 'permanently, without end' },
  { idiom: /\bstand-ins?\b/i, instead: 'emulator' },
  { idiom: /\bleases?\b/i, instead: 'rental, or claim' },
  { idiom: /\banew\b/i, instead: 'again' },
  { idiom: /\bfor good\b/i, instead: 'permanently' },
  { idiom: /\bso many\b/i, instead: 'the number' },
  { idiom: /\bof whom\b/i, instead: 'a sentence of its own' },
]

const any = new RegExp(refused.map(({ idiom }) => idiom.source).join('|'), 'i')

/** Documents that quote the former words or record what others wrote, and migrations from before this check: they never change. */
const exempt =
  /^(?:docs\/specification\/|docs\/(?:requirements|glossary)\.md|tools\/check-docs\/|server\/platform\/database\/migrations\/00[0-5]\d-)/

/** One line for each refused idiom in a document, a comment, a test title or a sentence that the program shows. */
export function findIdioms(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([path]) => !exempt.test(path))
    .flatMap(([path, text]) =>
      proseLines(path, text)
        .map((prose, index) => ({ prose, line: index + 1 }))
        .filter(({ prose }) => any.test(prose))
        .flatMap(({ prose, line }) =>
          refused
            .filter(({ idiom }) => idiom.test(prose))
            .map(({ idiom, instead }) => `${path}:${line}: “${idiom.exec(prose)?.[0]}”: write ${instead}`),
        ),
    )
}
