import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = 'import-rules-test'

/** Title, path, source and the message that is expected. */
const refused = [
  ['contract may import zod only', `contract/${folder}/a.ts`, "import 'pg'", 'contract imports zod only'],
  [
    'web never imports server',
    `web/src/pages/${folder}/a.ts`,
    "import '@clutch/server/platform/clock/clock.ts'",
    'web may not import server',
  ],
  [
    'a page never imports another',
    `web/src/pages/${folder}/a.ts`,
    "import '../servers/b.ts'",
    'never imports another page',
  ],
  [
    'ui imports no screen',
    `web/src/ui/${folder}/a.ts`,
    "import '../../app/x.ts'",
    'ui imports neither app nor pages',
  ],
  [
    'only queries call the API',
    `web/src/pages/${folder}/a.ts`,
    "import '../../app/api-client.ts'",
    'queries.ts call the API',
  ],
  [
    'a domain sees only the index of another',
    `server/domains/${folder}/a.ts`,
    "import '../servers/store.ts'",
    'only its index.ts',
  ],
  [
    'http imports no domain',
    `server/platform/http/${folder}/a.ts`,
    "import '../../../domains/servers/index.ts'",
    'http imports no domain',
  ],
  [
    'the query builder is used in stores only',
    `server/domains/${folder}/a.service.ts`,
    "export const a = (db: any) => db.selectFrom('users')",
    'SQL belongs in',
  ],
  [
    'SQL belongs in stores',
    `server/domains/${folder}/a.ts`,
    "import { sql } from 'kysely'; export const b = sql",
    'SQL belongs in',
  ],
  ['routes call no store', `server/domains/${folder}/routes.ts`, "import './store.ts'", 'routes hold no SQL'],
  [
    'gamesim imports no other part',
    `gamesim/${folder}/a.ts`,
    "import '@clutch/contract/limits.ts'",
    'gamesim may not import contract',
  ],
  [
    'emulators import no other part',
    `emulators/${folder}/a.ts`,
    "import '@clutch/contract/limits.ts'",
    'emulators may not import contract',
  ],
  [
    'the portal never imports an emulator',
    `server/domains/${folder}/a.ts`,
    "import '../../../emulators/steam/index.ts'",
    'server may not import emulators',
  ],
  [
    'browser tests see the page from outside',
    `e2e/${folder}/a.ts`,
    "import '@clutch/web/src/ui/layout/layout.tsx'",
    'e2e may not import web',
  ],
  [
    'words live in locales',
    `web/src/pages/${folder}/a.tsx`,
    'export const A = () => <b>Hello</b>',
    'belongs into locales',
  ],
  [
    'Chinese lives in locales',
    `web/src/pages/${folder}/a.ts`,
    "export const a = '服务器'",
    'belongs into locales',
  ],
]

const allowed = [
  [
    'a store may import kysely',
    `server/domains/${folder}/store.ts`,
    "import { sql } from 'kysely'; export const b = sql",
  ],
  [
    'a store may use the query builder',
    `server/domains/${folder}/a.store.ts`,
    "export const a = (db: any) => db.selectFrom('users')",
  ],
  ['a domain may use the index of another', `server/domains/${folder}/a.ts`, "import '../servers/index.ts'"],
  [
    'a test may start an emulator',
    `server/domains/${folder}/a.test.ts`,
    "import '../../emulators/steam/index.ts'",
  ],
  ['the demo may start an emulator', `demo/${folder}/a.ts`, "import '@clutch/emulators/steam/index.ts'"],
  [
    'browser tests may read the sizes of the layout',
    `e2e/${folder}/a.ts`,
    "import '@clutch/web/src/ui/layout/layout-sizes.ts'",
  ],
  [
    'the portal puts domains together',
    `server/portal/${folder}/a.ts`,
    "import '../../domains/servers/list/a.ts'",
  ],
  ['a domain may use http', `server/domains/${folder}/a.ts`, "import '../../platform/http/answer.ts'"],
  ['queries may call the API', `web/src/pages/${folder}/a.queries.ts`, "import '../../app/api-client.ts'"],
]

/** A file of each case in a folder of its own, beside those it is tested with. */
const files = [...refused, ...allowed].map(([title = '', path = '', source = '']) => ({
  title,
  path,
  source,
}))
const pathOf = (index: number) =>
  join(root, files[index]?.path.replace(`/${folder}/`, `/${folder}-${index}/`) ?? '')
let messages: string[] = []

/** One run for all of them: starting the linter takes longer than its work. */
beforeAll(() => {
  for (const [index, { source }] of files.entries()) {
    mkdirSync(dirname(pathOf(index)), { recursive: true })
    writeFileSync(pathOf(index), source)
  }
  const paths = files.map((_file, index) => pathOf(index))
  const { stdout } = spawnSync('oxlint', ['--format', 'unix', ...paths], { cwd: root, encoding: 'utf8' })
  messages = stdout.split('\n')
})
afterAll(() => {
  for (const index of files.keys()) rmSync(dirname(pathOf(index)), { recursive: true, force: true })
})

/** The messages about the file of a case. */
function lint(title: string): string {
  const path = relative(root, pathOf(files.findIndex((file) => file.title === title)))
  return messages.filter((line) => line.startsWith(`${path}:`)).join('\n')
}

test.each(refused)('%s', (title, _path, _source, message) => {
  expect(lint(title)).toContain(message)
})

test.each(allowed)('%s', (title) => {
  expect(messages).toContainEqual(expect.stringMatching(/^\d+ problems?$/))
  expect(lint(title)).not.toContain('clutch(import-rules)')
})
