/**
 * The walls of docs/architecture.md as lint rules: who may know whom, for every present and future folder.
 * Paths are read relative to the repository, so a new domain or page is inside the walls the day it is made.
 */
import { dirname, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const isTest = (file) => /(\.test\.tsx?$|(^|\/)testing\/)/.test(file)
const workspaces = ['contract', 'server', 'web', 'gamesim', 'demo', 'e2e', 'bench', 'tools', 'emulators']

/** Which workspaces a workspace may import, besides itself and its own npm packages. */
const mayKnow = {
  contract: [],
  web: ['contract'],
  server: ['contract'],
  gamesim: [],
  emulators: [],
  demo: ['contract', 'server', 'emulators'],
  e2e: ['contract', 'server', 'gamesim', 'emulators', 'demo', 'tools'],
  bench: ['contract', 'server', 'gamesim', 'emulators', 'demo', 'tools', 'web'],
  tools: ['contract', 'server', 'web'],
}

/** What every workspace's tests may use besides: the simulated world. */
const testsMayKnow = ['tools', 'gamesim', 'emulators']

/** Single files that a workspace may import although it may not know their workspace. */
const filesMayKnow = {
  // The browser tests measure the page against the sizes it is drawn with.
  e2e: ['web/src/ui/layout/layout-sizes'],
}

/** The repository path an import points at, or null for an npm package. */
function target(from, source) {
  const named = /^@clutch\/([a-z]+)\/(.+)$/.exec(source)
  if (named) return `${named[1]}/${named[2].replace(/\.ts$/, '')}`
  if (!source.startsWith('.')) return null
  return relative(root, resolve(root, dirname(from), source))
}

const layer = (path) => path.split('/')[0]

/** Why `from` may not import `source`, or null. */
function wall(from, source) {
  const to = target(from, source)
  const here = layer(from)
  if (to === null) return packageWall(from, here, source)
  const there = layer(to)
  if (workspaces.includes(here) && workspaces.includes(there) && here !== there) {
    const allowed = [...(mayKnow[here] ?? []), ...(isTest(from) ? testsMayKnow : [])]
    const single = (filesMayKnow[here] ?? []).includes(to.replace(/\.ts$/, ''))
    if (!allowed.includes(there) && !single) return `${here} may not know ${there}`
  }
  if (here === 'server' && there === 'server') return serverWall(from, to)
  if (here === 'web' && there === 'web') return webWall(from, to)
  return null
}

function packageWall(from, here, source) {
  if (here === 'contract' && !isTest(from) && !/^zod(\/|$)/.test(source)) return 'contract imports zod only'
  if (here !== 'server' || isTest(from)) return null
  const holdsSql = from.startsWith('server/platform/database/') || /[/.-]store\.ts$/.test(from)
  if (/^(kysely|pg)$/.test(source) && !holdsSql) return "SQL lives in a domain's store.ts and in database/"
  return null
}

/** The parts of server/: its own files, one folder of domains/ or platform/, or cli/. */
function serverPart(path) {
  const [, first = '', second = '', ...rest] = path.split('/')
  if (first === 'domains' || first === 'platform') return { kind: first, name: second, rest: rest.join('/') }
  return { kind: second === '' ? 'root' : first, name: first, rest: [second, ...rest].join('/') }
}

function serverWall(from, to) {
  const mine = serverPart(from)
  const theirs = serverPart(to)
  if (isTest(from) || mine.kind === 'root' || to === 'server/package.json') return null
  if (/[./]routes\.ts$/.test(from) && /store(\.ts)?$/.test(to))
    return 'routes hold no SQL: call the domain, not its store'
  if (mine.kind === theirs.kind && mine.name === theirs.name) return null
  if (theirs.kind === 'platform')
    return mine.name === 'database' ? 'database knows no other part of the platform' : null
  if (theirs.kind !== 'domains') return `${mine.name} may not know server/${theirs.name}`
  if (mine.kind === 'platform') return `${mine.name} knows no domain`
  return /^index(\.ts)?$/.test(theirs.rest) ? null : `of another domain only its index.ts (${theirs.name})`
}

function webWall(from, to) {
  const at = (path) => path.replace(/^web\/src\//, '').split('/')
  const [mine, page] = at(from)
  const [theirs, other] = at(to)
  if (isTest(from)) return null
  if (mine === 'ui' && (theirs === 'app' || theirs === 'pages')) return 'ui knows no screen'
  if (mine === 'pages' && theirs === 'pages' && page !== other) return 'a page never imports another page'
  if (/\/api-client(\.ts)?$/.test(to) && !from.endsWith('.queries.ts'))
    return 'only <x>.queries.ts call the API'
  return null
}

const walls = {
  create(context) {
    const from = relative(root, context.filename ?? context.getFilename())
    const check = (node) => {
      if (!node.source || typeof node.source.value !== 'string') return
      const why = wall(from, node.source.value)
      if (why) context.report({ node: node.source, message: `${why}: ${from} → ${node.source.value}` })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const wordAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])

/** No visible word outside locales/ (B7). */
const words = {
  create(context) {
    const from = relative(root, context.filename ?? context.getFilename())
    if (!from.startsWith('web/src/') || from.includes('/locales/') || isTest(from)) return {}
    const visible = (text) => /\p{L}/u.test(text)
    const report = (node) => context.report({ node, message: 'a visible word belongs into locales/' })
    return {
      JSXText: (node) => visible(node.value) && report(node),
      JSXAttribute: (node) => {
        if (
          wordAttributes.has(node.name?.name) &&
          node.value?.type === 'Literal' &&
          visible(String(node.value.value))
        ) {
          report(node)
        }
      },
      Literal: (node) => typeof node.value === 'string' && /\p{Script=Han}/u.test(node.value) && report(node),
      TemplateElement: (node) => /\p{Script=Han}/u.test(node.value.raw) && report(node),
    }
  },
}

export default { meta: { name: 'clutch' }, rules: { walls, words } }
