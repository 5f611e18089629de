import { globSync, readFileSync } from 'node:fs'

export interface TestFile {
  /** Relative to the repository. */
  path: string
  /** It replaces modules by `vi.mock`, so it needs module instances of its own. */
  isIsolated: boolean
  /** It draws components (`*.test.tsx`), so it runs in a DOM. */
  needsDom: boolean
  /** Its first line says `// @slow 65 s: why`; 0 without that. */
  slowSeconds: number
}

const patterns = [
  '{contract,server,gamesim,emulators,demo,tools}/**/*.test.ts',
  'web/{src,build}/**/*.test.{ts,tsx}',
]

/** Every test file but those of the browser, with what its own text says about how to run it. */
export function listTestFiles(): TestFile[] {
  return globSync(patterns, { exclude: ['**/node_modules/**'] }).map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      path,
      isIsolated: /\bvi\.(mock|doMock|resetModules)\(/.test(text),
      needsDom: path.endsWith('.tsx'),
      slowSeconds: Number(/^\/\/ @slow (\d+) s: /.exec(text)?.[1] ?? 0),
    }
  })
}
