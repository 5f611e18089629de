import { defineCounter } from '../../platform/observability/metrics/index.ts'
import { type MailContent, exampleMails } from './mail-kinds.ts'

const mails = defineCounter({
  name: 'clutch_mails_total',
  help: 'Mails by kind and result: sent, dropped (no longer true or wanted), late, refused (permanently) or failed (retried).',
  labels: ['kind', 'result'],
  initial: Object.keys(exampleMails).map((kind) => ({ kind, result: 'failed' })),
})

export type MailResult = 'sent' | 'dropped' | 'late' | 'refused' | 'failed'

export function recordMail(kind: MailContent['kind'], result: MailResult): void {
  mails.add({ kind, result })
}
