import * as z from 'zod/mini'
import { optionalMailKinds } from '../../rules/accounts/optional-mails.ts'
import { defineCall } from '../call.ts'
import { languageSchema } from '../shared/fields.ts'

const mailKindSchema = z.enum(optionalMailKinds)

export const mailSettingsSchema = z.object({
  /** The address the mails go to, shortened where a mail's token asks; null where the account has none. */
  email: z.nullable(z.string()),
  /** Null: mails are written in both languages. */
  language: z.nullable(languageSchema),
  /** The optional kinds of mail that are switched off. */
  off: z.array(mailKindSchema),
})

export type MailSettings = z.infer<typeof mailSettingsSchema>

export const getMailSettings = defineCall({
  id: 'getMailSettings',
  method: 'GET',
  path: '/api/mail-settings',
  who: 'bearer',
  tag: 'account',
  limits: [{ name: 'mail settings address', by: 'address' }],
  summary:
    'Which mails an account gets: for the bearer of a session, or of the token in the links of a mail.',
  reply: mailSettingsSchema,
  errors: ['mail_settings.invalid_token', 'session.second_factor_due'],
})

export const changeMailSettings = defineCall({
  id: 'changeMailSettings',
  method: 'PATCH',
  path: '/api/mail-settings',
  who: 'bearer',
  tag: 'account',
  limits: [
    { name: 'mail settings address', by: 'address' },
    { name: 'change account', by: 'domain' },
  ],
  summary:
    'Switches optional kinds of mail off and on, or sets the language of all mails, by the same tokens.',
  body: z.strictObject({ off: z.optional(z.array(mailKindSchema)), language: z.optional(languageSchema) }),
  reply: mailSettingsSchema,
  errors: ['mail_settings.invalid_token', 'session.second_factor_due'],
})

export const unsubscribe = defineCall({
  id: 'unsubscribe',
  method: 'POST',
  path: '/api/mail-settings/unsubscribe',
  accepts: 'application/x-www-form-urlencoded',
  who: 'anyone',
  tag: 'account',
  limits: [{ name: 'mail settings address', by: 'address' }],
  summary: 'Switches one kind of mail off: what a mail program calls for `List-Unsubscribe-Post` (RFC 8058).',
  query: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)), kind: mailKindSchema }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['mail_settings.invalid_token'],
})
