/** Finds requirement numbers (`D7`) in comments, test titles and documents that docs/requirements.md does not list. */

const comment = /\/\*[\s\S]*?\*\/|\/\/.*|--.*/g
const testTitle = /(?:test|it|describe)[\w.]*\(\s*['"`].*/g
const requirementNumber = /(?<![\w.\-/#:'"<])([A-JR]\d{1,2})(?![\w.\-/:<>])/g
const titleNumber = /(?:test|it|describe)[\w.]*\(\s*['"`]((?:[A-JR]\d{1,2}[, ]+)+)/g

/** The numbers that the document defines by an anchor, `<a id="d7"></a>`. */
export function definedRequirements(document: string): Set<string> {
  return new Set(
    [...document.matchAll(/<a id="([a-z]\d{1,2})"><\/a>/g)].map(([, id = '']) => id.toUpperCase()),
  )
}

/** One line for each use of an unknown number. `sources` maps repository paths to file texts. */
export function findUnknownRequirements(
  sources: ReadonlyMap<string, string>,
  defined: ReadonlySet<string>,
): string[] {
  return [...sources].flatMap(([path, text]) =>
    usedRequirements(path, text)
      .filter((number) => !defined.has(number))
      .map((number) => `${path}: ${number} is not in docs/requirements.md`),
  )
}

function usedRequirements(path: string, text: string): string[] {
  const prose = path.endsWith('.md')
    ? [text]
    : [...text.matchAll(comment), ...text.matchAll(testTitle)].map(([part]) => part)
  const inProse = prose.flatMap((part) =>
    [...part.matchAll(requirementNumber)].map(([, number = '']) => number),
  )
  const inTitles = [...text.matchAll(titleNumber)].flatMap(([, numbers = '']) =>
    numbers.split(/[, ]+/).filter(Boolean),
  )
  return [...new Set([...inProse, ...inTitles])]
}
