import { z } from 'zod'
import { type SettingDefinition, list } from './setting.ts'

const keep = z.string().transform((text, context): { days: number; weeks: number; months: number } => {
  const [, days = 0, weeks = 0, months = 0] = (/^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text) ?? []).map(Number)
  if (days > 0) return { days, weeks, months }
  context.addIssue({
    code: 'custom',
    message: 'must be days, weeks and months like 7,4,6, with at least one day',
  })
  return z.NEVER
})

const times = z.union([
  z.literal('off').transform((): string[] => []),
  list(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be off, or times by comma like 04:40,16:40')),
])

/** Scheduled backups. */
export const backupSettings = {
  backupTimes: {
    variable: 'CLUTCH_BACKUP_TIMES',
    doc: 'When a worker makes a backup each day, by comma, in the time of Asia/Shanghai; `off` makes none. In development only where it is set.',
    schema: times,
    default: '04:40',
  },
  backupKeep: {
    variable: 'CLUTCH_BACKUP_KEEP',
    doc: 'How many days, weeks and months the newest scheduled backup of each is kept; others are removed.',
    schema: keep,
    default: '7,4,6',
  },
  backupRecipients: {
    variable: 'CLUTCH_BACKUP_RECIPIENTS',
    doc: 'The public keys, by comma, to which backups are encrypted (`age1…`, by `age-keygen`): any one of their secret keys opens them. Without it scheduled backups are not encrypted.',
    schema: list(
      z.string().regex(/^age1[02-9ac-hj-np-z]{20,4000}$/, 'must be public keys of age like age1…'),
    ).optional(),
  },
  backupIdentity: {
    variable: 'CLUTCH_BACKUP_IDENTITY',
    doc: 'A secret key (`AGE-SECRET-KEY-1…`) with which the weekly test decrypts the stored backup. Better keep it off this machine: without it the test makes a backup that a key of the test alone opens, too.',
    schema: z
      .string()
      .regex(/AGE-SECRET-KEY-/, 'must be a secret key of age')
      .optional(),
    secret: true,
  },
  backupDemos: {
    variable: 'CLUTCH_BACKUP_DEMOS',
    doc: '`1` puts demos into scheduled backups, too; each backup then has the size of all of them.',
    schema: z.enum(['0', '1'], 'must be 0 or 1').transform((flag) => flag === '1'),
    default: '0',
  },
} satisfies Record<string, SettingDefinition>

export const backupSettingNames = Object.keys(backupSettings) as (keyof typeof backupSettings)[]
