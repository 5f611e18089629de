import type { SourceFile } from './sources.ts'

interface TextTree {
  readonly [key: string]: string | TextTree
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * Finds unused translated texts. A text is used if a selector names it (`$.servers.title`), if its parent is
 * indexed (`$.errors[code]`) and its key appears in the sources as a string or number, or if a selector reads its key
 * from such an entry (`$.each[name].hint`).
 */
export function findUnusedTexts(words: TextTree, sources: readonly SourceFile[]): string[] {
  const text = sources
    .filter(({ path }) => !path.includes('/locales/'))
    .map((source) => source.text)
    .join('\n')
  const named = new Set([...text.matchAll(/\$\.([\w.]+)/g)].map((match) => match[1]))
  const indexed = new Set([...text.matchAll(/\$\.([\w.]+)\[/g)].map((match) => match[1]))
  const ofEntries = new Set(
    [...text.matchAll(/\$\.([\w.]+)\[[\w.]+\]\.(\w+)/g)].map(([, list, key]) => `${list}[].${key}`),
  )
  const strings = new Set(
    [...text.matchAll(/['"`]([^'"`\n]+)['"`]|(\w+):|\b(\d+)\b/g)].map(
      (match) => match[1] ?? match[2] ?? match[3],
    ),
  )
  return listLeaves(words)
    .filter(({ parent, key }) => {
      const bare = key.replace(pluralSuffix, '')
      if (named.has([...parent, bare].join('.'))) return false
      if (indexed.has(parent.join('.')) && strings.has(bare)) return false
      return !(
        ofEntries.has(`${parent.slice(0, -1).join('.')}[].${bare}`) && strings.has(parent.at(-1) ?? '')
      )
    })
    .map(({ parent, key }) => `unused text in locales/: ${[...parent, key].join('.')}`)
}

function listLeaves(
  words: TextTree,
  parent: readonly string[] = [],
): { parent: readonly string[]; key: string }[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ parent, key }] : listLeaves(value, [...parent, key]),
  )
}
