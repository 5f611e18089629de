/**
 * The import rules of docs/architecture.md as lint rules, for every present and future folder. Paths are relative to the repository,
 * so the rules also hold for a new domain or page.
 */
import { dirname, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const isTest = (file) => /(\.test\.tsx?$|(^|\/)testing\/)/.test(file)
const workspaces = ['contract', 'server', 'web', 'gamesim', 'demo', 'e2e', 'bench', 'tools', 'emulators']

/** Which workspaces a workspace may import, besides itself and its own npm packages. */
const mayImport = {
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

/** What the tests of every workspace may import as well. */
const testsMayImport = ['tools', 'gamesim', 'emulators']

/** Single files that a workspace may import although it may not import their workspace. */
const importableFiles = {
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

const workspaceOf = (path) => path.split('/')[0]

/** Why `from` may not import `source`, or null. */
function importProblem(from, source) {
  const to = target(from, source)
  const here = workspaceOf(from)
  if (to === null) return packageProblem(from, here, source)
  const there = workspaceOf(to)
  if (workspaces.includes(here) && workspaces.includes(there) && here !== there) {
    const allowed = [...(mayImport[here] ?? []), ...(isTest(from) ? testsMayImport : [])]
    const single = (importableFiles[here] ?? []).includes(to.replace(/\.ts$/, ''))
    if (!allowed.includes(there) && !single) return `${here} may not import ${there}`
  }
  if (here === 'server' && there === 'server') return serverProblem(from, to)
  if (here === 'web' && there === 'web') return pageProblem(from, to)
  return null
}

const sqlPlace = 'SQL belongs in a *.store.ts of the domain or in platform/database'
const mayHoldSql = (from) => from.startsWith('server/platform/database/') || /[/.-]store\.ts$/.test(from)

function packageProblem(from, here, source) {
  if (here === 'contract' && !isTest(from) && !/^zod(\/|$)/.test(source)) return 'contract imports zod only'
  if (here !== 'server' || isTest(from)) return null
  if (/^(kysely|pg)$/.test(source) && !mayHoldSql(from)) return sqlPlace
  return null
}

/** The parts of server/: its own files and portal/, which put the domains together, one folder of domains/ or platform/, or cli/. */
function serverPart(path) {
  const [, first = '', second = '', ...rest] = path.split('/')
  if (first === 'domains' || first === 'platform') return { kind: first, name: second, rest: rest.join('/') }
  return {
    kind: second === '' || first === 'portal' ? 'root' : first,
    name: first,
    rest: [second, ...rest].join('/'),
  }
}

function serverProblem(from, to) {
  const mine = serverPart(from)
  const theirs = serverPart(to)
  if (isTest(from) || mine.kind === 'root' || to === 'server/package.json') return null
  if (/[./]routes\.ts$/.test(from) && /store(\.ts)?$/.test(to))
    return 'routes hold no SQL: call the domain, not its store'
  if (mine.kind === theirs.kind && mine.name === theirs.name) return null
  if (theirs.kind === 'platform')
    return mine.name === 'database' ? 'database imports no other part of the platform' : null
  if (theirs.kind !== 'domains') return `${mine.name} may not import server/${theirs.name}`
  if (mine.kind === 'platform') return `${mine.name} imports no domain`
  return /^index(\.ts)?$/.test(theirs.rest) ? null : `of another domain only its index.ts (${theirs.name})`
}

function pageProblem(from, to) {
  const at = (path) => path.replace(/^web\/src\//, '').split('/')
  const [mine, page] = at(from)
  const [theirs, other] = at(to)
  if (isTest(from)) return null
  if (mine === 'ui' && (theirs === 'app' || theirs === 'pages')) return 'ui imports neither app nor pages'
  if (mine === 'pages' && theirs === 'pages' && page !== other) return 'a page never imports another page'
  if (/\/api-client(\.ts)?$/.test(to) && !from.endsWith('.queries.ts'))
    return 'only <x>.queries.ts call the API'
  return null
}

const importRules = {
  create(context) {
    const from = relative(root, context.filename ?? context.getFilename())
    const check = (node) => {
      if (!node.source || typeof node.source.value !== 'string') return
      const why = importProblem(from, node.source.value)
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

const statements = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/** No statement of the query builder outside the stores. */
const sqlInStores = {
  create(context) {
    const from = relative(root, context.filename ?? context.getFilename())
    if (workspaceOf(from) !== 'server' || isTest(from) || mayHoldSql(from)) return {}
    return {
      CallExpression(node) {
        const { callee } = node
        if (callee.type === 'MemberExpression' && statements.has(callee.property.name))
          context.report({ node, message: sqlPlace })
      },
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

export default {
  meta: { name: 'clutch' },
  rules: { 'import-rules': importRules, 'sql-in-stores': sqlInStores, words },
}
