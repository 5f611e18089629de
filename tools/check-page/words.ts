import type { Source } from './sources.ts'

interface Words {
  readonly [key: string]: string | Words
}

const plural = /_(zero|one|two|few|many|other)$/

/**
 * Translated texts nobody shows. A text is used when a selector names it (`$.servers.title`), or when its parent is
 * indexed (`$.errors[code]`) and its key stands somewhere in the sources as a string.
 */
export function findUnusedWords(words: Words, sources: readonly Source[]): string[] {
  const text = sources
    .filter(({ path }) => !path.includes('/locales/'))
    .map((source) => source.text)
    .join('\n')
  const named = new Set([...text.matchAll(/\$\.([\w.]+)/g)].map((match) => match[1]))
  const indexed = new Set([...text.matchAll(/\$\.([\w.]+)\[/g)].map((match) => match[1]))
  const strings = new Set(
    [...text.matchAll(/['"`]([^'"`\n]+)['"`]|(\w+):/g)].map((match) => match[1] ?? match[2]),
  )
  return leaves(words)
    .filter(({ parent, key }) => {
      const bare = key.replace(plural, '')
      return !named.has([...parent, bare].join('.')) && !(indexed.has(parent.join('.')) && strings.has(bare))
    })
    .map(({ parent, key }) => `unused text in locales/: ${[...parent, key].join('.')}`)
}

function leaves(words: Words, parent: readonly string[] = []): { parent: readonly string[]; key: string }[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ parent, key }] : leaves(value, [...parent, key]),
  )
}
