const code = /\.(?:tsx?|m?js)$/
const hashComments = /\.(?:ya?ml|sh)$/
const test = /(?:\.(?:test|spec)\.tsx?$|(?:^|\/)testing\/|^e2e\/|^bench\/)/
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const title =
  /^\s*(?:(?:test|it|describe)(?:\.\w+)*\(|(?:\]|\)|\w)\)\()\s*(?:'((?:[^'\\]|\\.)*)'|"(.*?)"|`(.*?)`)/

/**
 * The prose of each line of a file, without quoted code: documents as a whole, comments, test titles, and the sentences among the string
 * literals of code that is not a test (texts of the page, mails, log lines, output of the command line). Empty where a line has none.
 */
export function proseLines(path: string, text: string): string[] {
  const lines = text.split('\n')
  if (path.endsWith('.md')) return lines.map(withoutCode)
  if (hashComments.test(path)) return lines.map((line) => withoutCode(/(?:^|\s)#(?!!)(.*)$/.exec(line)?.[1]))
  if (path.endsWith('.sql')) return lines.map((line) => withoutCode(/--(.*)$/.exec(line)?.[1]))
  return lines.map((line) => {
    const [, comment] = /^\s*(?:\/\*\*?|\*|\/\/)\s?(.*)$/.exec(line) ?? []
    if (comment !== undefined) return withoutCode(comment)
    if (!code.test(path)) return ''
    if (test.test(path)) {
      const [, ...quoted] = title.exec(line) ?? []
      return withoutCode(quoted.join(''))
    }
    return sentencesOf(line)
  })
}

function withoutCode(prose: string | undefined): string {
  return prose?.replaceAll(/`[^`]*`/g, '') ?? ''
}

/** The string literals of a line that hold a space: words of code have none. */
function sentencesOf(line: string): string {
  return [...line.matchAll(literal)]
    .map(([, ...quoted]) => quoted.join(''))
    .filter((words) => /\S \S/.test(words))
    .join(' ')
    .replaceAll(/\$\{[^}]*\}/g, '')
}
