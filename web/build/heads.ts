import type { Plugin } from 'vite'
import { heads as en } from '../src/locales/en/heads.ts'
import { heads as zh } from '../src/locales/zh/heads.ts'

/** Writes `heads.json` for the server: which addresses the page has, and what its HTML says of each in both languages. */
export function writeHeads(): Plugin {
  return {
    name: 'clutch-heads',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'heads.json', source: JSON.stringify({ zh, en }) })
    },
  }
}
