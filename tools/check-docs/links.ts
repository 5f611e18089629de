import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const link = /\]\(([^)\s]+)\)/g
const repositoryPath =
  /`((?:server|contract|web|gamesim|emulators|demo|e2e|bench|tools|deploy|docs)\/[\w./-]+)`/g

/** One line for each relative link, heading anchor or repository path of a Markdown file that leads nowhere. */
export function findBrokenLinks(documents: ReadonlyMap<string, string>): string[] {
  return [...documents].flatMap(([path, text]) => [
    ...[...text.matchAll(link)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !resolves(path, target, documents))
      .map((target) => `${path}: the link ${target} leads nowhere`),
    ...[...text.matchAll(repositoryPath)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(target))
      .map((target) => `${path}: ${target} does not exist`),
  ])
}

function resolves(path: string, target: string, documents: ReadonlyMap<string, string>): boolean {
  const [file = '', anchor] = target.split('#')
  const other = file === '' ? path : normalize(join(dirname(path), file))
  if (!documents.has(other) && !existsSync(other)) return false
  const text = documents.get(other)
  return anchor === undefined || text === undefined || anchorsOf(text).has(anchor)
}

/** Anchors as GitHub makes them from headings, and those written as `<a id>`. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...explicit])
}
