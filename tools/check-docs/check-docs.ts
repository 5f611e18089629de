import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findForeignCitations } from './citations.ts'
import { findIdioms } from './idioms.ts'
import { findBrokenLinks } from './links.ts'
import { findUnevenTranslations } from './translations.ts'
import { definedRequirements, findUnknownRequirements } from './requirements.ts'

/** Checks the documents, and what code and tests cite from them; returns one line for each problem. */
export async function checkDocs(): Promise<string[]> {
  const sources = await readSources('**/*.{ts,tsx,js,mjs,css,sql,md,yaml,yml,sh}')
  const documents = new Map([...sources].filter(([path]) => path.endsWith('.md')))
  const requirements = documents.get('docs/requirements.md') ?? ''
  const own = new Map([...sources].filter(([path]) => !path.startsWith('docs/specification/')))
  return [
    ...findUnknownRequirements(own, definedRequirements(requirements)),
    ...findBrokenLinks(documents),
    ...findUnevenTranslations(documents),
    ...findForeignCitations(sources),
    ...findIdioms(own),
  ]
}

/** Reads files by path, without installed, built or locally stored ones. */
async function readSources(pattern: string): Promise<Map<string, string>> {
  const paths = globSync(pattern, {
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**', 'test-results/**'],
  })
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

if (import.meta.main) {
  const problems = await checkDocs()
  for (const line of problems) console.log(line)
  process.exitCode = problems.length === 0 ? 0 : 1
}
