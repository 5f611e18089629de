import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const buildStampFile = join(root, 'web/dist/.sources')

/** What the built page is made of. */
const sources = ['web/*.*', 'web/{src,public,build}/**', 'contract/**', 'package-lock.json']

/** Builds the page unless the one that is there was built from the same sources. Throws when the build fails. */
export function buildPage(say: (line: string) => void): void {
  const hash = hashSources()
  if (existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === hash) return
  say('Building the page …')
  const build = spawnSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) throw new Error('the page could not be built: npm run build shows why')
  writeFileSync(buildStampFile, hash)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, exclude: ['**/node_modules/**', '**/*.test.*'] })
  for (const file of files.toSorted()) {
    if (!statSync(join(root, file)).isFile()) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}
