import * as z from 'zod/mini'
import { languageSchema, steamIdSchema } from '@clutch/contract/api/shared/fields.ts'
import { isEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import type { AppContext } from '../../platform/context.ts'
import { type MailContent, mailContentSchema } from './mail-kinds.ts'
import type { MailLanguage } from './mail-text.types.ts'

export interface Mail {
  /** One address. */
  to: string
  /** Of the page that waits for it; `both`, Chinese first, where none does. */
  language: MailLanguage
  content: MailContent
  /** After this it says nothing true any more and is not sent. */
  until: Date
  /** The player it is for, where it is about their account: posted by `mailPlayer`, which keeps to their settings. */
  player?: MailPlayer | undefined
}

export interface MailPlayer {
  /** SteamID64. */
  steamId: string
  /** The token that switches this kind of mail off; null where it cannot be. */
  unsubscribe: string | null
}

/** Asked just before a mail is sent: whether it is still true and wanted. */
export type MailCheck = (mail: Mail) => Promise<boolean>

const player = z.object({
  steamId: steamIdSchema,
  unsubscribe: z.nullable(z.string().check(z.regex(/^[\w-]{1,200}$/))),
})

const mailSchema = z.object({
  to: z.string().check(z.refine(isEmail)),
  language: z.union([languageSchema, z.literal('both')]),
  content: mailContentSchema,
  until: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
  player: z.optional(player),
})

/** A job's mail makes no sense to this version, or holds what could become a header or a second address. */
class InvalidMailJob extends Error {
  override name = 'InvalidMailJob'
}

/** Returns the mail of a job. Throws an Error that reveals none of its content. */
export function readMailJob({ keys }: Pick<AppContext, 'keys'>, sealed: string): Mail {
  const read = z.safeParse(mailSchema, JSON.parse(keys.open(sealed, 'mail')))
  if (read.success) return read.data
  throw new InvalidMailJob(`not a mail in ${read.error.issues.map(({ path }) => path.join('.')).join(', ')}`)
}
