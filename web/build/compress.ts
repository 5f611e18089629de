import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressiblePattern = /\.(js|css|html|svg|json)$/
const minBytes = 1_024

/** Puts a `.br` and a `.gz` beside every text file of the built page, as small as they get. */
export function compressFiles(): Plugin {
  return {
    name: 'clutch-compress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) throw new Error('the build has no folder')
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressiblePattern.test(entry.name))
      await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minBytes) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
