import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { idSchema } from '../shared/fields.ts'

const time = z.nullable(z.number())

/** A backup or a test of one. Times in ms since 1970, sizes in bytes. */
export const backupSchema = z.object({
  id: idSchema,
  kind: z.enum(['backup', 'verification']),
  state: z.enum(['requested', 'running', 'done', 'failed']),
  requested: z.number(),
  started: time,
  ended: time,
  /** Of the stored file, also of the tested one; null before it is known. */
  name: z.nullable(z.string()),
  size: z.nullable(z.number()),
  /** Why it failed; of one that is done what failed afterwards, like the removal of old ones. */
  error: z.string(),
})

export type OperatorBackup = z.infer<typeof backupSchema>

export const operatorListBackups = defineCall({
  id: 'operatorListBackups',
  method: 'GET',
  path: '/api/operator/backups',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  summary: 'The last fifty backups that workers made, and their tests, the newest first.',
  reply: z.array(backupSchema),
})

export const operatorRequestBackup = defineCall({
  id: 'operatorRequestBackup',
  method: 'POST',
  path: '/api/operator/backups',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'requestBackup',
  summary: 'Has a worker make a backup now. A request that waits already is the same.',
  reply: backupSchema,
})

export const operatorVerifyBackup = defineCall({
  id: 'operatorVerifyBackup',
  method: 'POST',
  path: '/api/operator/backups/verify',
  who: 'operator',
  area: 'settings',
  tag: 'operator',
  audit: 'verifyBackup',
  summary:
    'Has a worker restore a backup into a scratch database now. A request that waits already is the same.',
  reply: backupSchema,
})
