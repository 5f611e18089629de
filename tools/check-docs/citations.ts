import { basename } from 'node:path'
import { proseLines } from './prose.ts'

const documentName = /(?<![\w./-])(?:[\w.-]+\/)*[\w.-]+\.md\b/g
/** A number of a tracker, unless the project that it belongs to is named: a reader of this repository cannot open ours. */
const issueNumber =
  /(?<!\b(?:CounterStrikeSharp|MatchZy|SteamCMD|Podman|Docker|pg-boss|kysely) )\bissues? \d+/gi

/**
 * One line for each document that a comment, a test title or a sentence names although the repository has none of that name, and for each
 * number of an issue.
 */
export function findForeignCitations(sources: ReadonlyMap<string, string>): string[] {
  const names = new Set(
    [...sources.keys()].filter((path) => path.endsWith('.md')).map((path) => basename(path)),
  )
  return [...sources]
    .filter(([path]) => !/^(?:tools\/check-docs|docs\/specification)\//.test(path))
    .flatMap(([path, text]) =>
      proseLines(path, text).flatMap((prose, index) => [
        ...[...prose.matchAll(documentName)]
          .filter(([name]) => !names.has(basename(name)))
          .map(([name]) => `${path}:${index + 1}: ${name} does not exist`),
        ...[...prose.matchAll(issueNumber)].map(
          ([number]) => `${path}:${index + 1}: “${number}”: cite a decision or a requirement`,
        ),
      ]),
    )
}
