import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const room = 'walls-test'

/** Title, path, source and the message that is expected. */
const refused = [
  ['contract may import zod only', `contract/${room}/a.ts`, "import 'pg'", 'contract imports zod only'],
  [
    'web never imports server',
    `web/src/pages/${room}/a.ts`,
    "import '@clutch/server/platform/clock/clock.ts'",
    'web may not know server',
  ],
  [
    'a page never imports another',
    `web/src/pages/${room}/a.ts`,
    "import '../servers/b.ts'",
    'never imports another page',
  ],
  ['ui knows no screen', `web/src/ui/${room}/a.ts`, "import '../../app/x.ts'", 'ui knows no screen'],
  [
    'only queries call the API',
    `web/src/pages/${room}/a.ts`,
    "import '../../app/api-client.ts'",
    'queries.ts call the API',
  ],
  [
    'a domain sees only the index of another',
    `server/domains/${room}/a.ts`,
    "import '../servers/store.ts'",
    'only its index.ts',
  ],
  [
    'http knows no domain',
    `server/platform/http/${room}/a.ts`,
    "import '../../../domains/servers/index.ts'",
    'http knows no domain',
  ],
  [
    'SQL lives in stores',
    `server/domains/${room}/a.ts`,
    "import { sql } from 'kysely'; export const b = sql",
    'SQL lives in',
  ],
  ['routes call no store', `server/domains/${room}/routes.ts`, "import './store.ts'", 'routes hold no SQL'],
  [
    'gamesim imports no other part',
    `gamesim/${room}/a.ts`,
    "import '@clutch/contract/limits.ts'",
    'gamesim may not know contract',
  ],
  [
    'emulators import no other part',
    `emulators/${room}/a.ts`,
    "import '@clutch/contract/limits.ts'",
    'emulators may not know contract',
  ],
  [
    'the portal never imports an emulator',
    `server/domains/${room}/a.ts`,
    "import '../../../emulators/steam/index.ts'",
    'server may not know emulators',
  ],
  [
    'browser tests see the page from outside',
    `e2e/${room}/a.ts`,
    "import '@clutch/web/src/ui/layout/layout.tsx'",
    'e2e may not know web',
  ],
  [
    'words live in locales',
    `web/src/pages/${room}/a.tsx`,
    'export const A = () => <b>Hello</b>',
    'belongs into locales',
  ],
  [
    'Chinese lives in locales',
    `web/src/pages/${room}/a.ts`,
    "export const a = '服务器'",
    'belongs into locales',
  ],
]

const allowed = [
  [
    'a store may import kysely',
    `server/domains/${room}/store.ts`,
    "import { sql } from 'kysely'; export const b = sql",
  ],
  ['a domain may use the index of another', `server/domains/${room}/a.ts`, "import '../servers/index.ts'"],
  [
    'a test may start an emulator',
    `server/domains/${room}/a.test.ts`,
    "import '../../emulators/steam/index.ts'",
  ],
  ['the demo may start an emulator', `demo/${room}/a.ts`, "import '@clutch/emulators/steam/index.ts'"],
  [
    'browser tests may read the sizes of the layout',
    `e2e/${room}/a.ts`,
    "import '@clutch/web/src/ui/layout/layout-sizes.ts'",
  ],
  ['a domain may use http', `server/domains/${room}/a.ts`, "import '../../platform/http/answer.ts'"],
  ['queries may call the API', `web/src/pages/${room}/a.queries.ts`, "import '../../app/api-client.ts'"],
]

/** A file of each case in a folder of its own, beside those it is tested with. */
const files = [...refused, ...allowed].map(([title = '', path = '', source = '']) => ({
  title,
  path,
  source,
}))
const pathOf = (index: number) =>
  join(root, files[index]?.path.replace(`/${room}/`, `/${room}-${index}/`) ?? '')
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
  expect(lint(title)).not.toContain('clutch(walls)')
})
