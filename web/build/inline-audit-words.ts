import { auditWords } from '@clutch/contract/api/audit-words.ts'
import type { Plugin } from 'vite'

/** Puts the words of the audit log into the built page as they are: computed there, they would bring every call of the contract along. */
export function inlineAuditWords(): Plugin {
  return {
    name: 'clutch-audit-words',
    apply: 'build',
    load(id) {
      if (!id.endsWith('/contract/api/audit-words.ts')) return null
      return `export const auditWords = new Map(${JSON.stringify([...auditWords])})`
    },
  }
}
