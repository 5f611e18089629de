import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SourceFile {
  /** Relative to the repository. */
  path: string
  text: string
}

/** Every TypeScript and CSS file of a folder, tests left out. */
export async function readSources(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(
      (entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(node_modules|dist|testing)\//.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}
