import * as z from 'zod/mini'
import { usernameMaxLength } from '../../limits.ts'
import { grantedGroups } from '../../rules/accounts/groups.ts'
import { isSanitizedName } from '../../rules/shared/names.ts'
import { rightsSchema } from './operator-roles.ts'
import { identitySchema, newPasswordSchema, secondFactorCode, secondFactorLimits } from './sign-in.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, languageSchema, line, steamIdSchema } from '../shared/fields.ts'

const success = z.object({ success: z.literal(true) })
const emptyBody = z.nullish(z.object({}))

/** Where the picture comes from: Steam, or the one the page draws of the name. */
export const avatarSources = ['steam', 'drawn'] as const

export const accountSchema = z.extend(identitySchema, {
  id: idSchema,
  /** The name on Steam; empty until Steam was asked. */
  steamName: z.string(),
  /** Whether the username was chosen here. */
  ownName: z.boolean(),
  avatarSource: z.enum(avatarSources),
  email: z.nullable(z.string()),
  /** What its mails are written in; null until the page has said so: then they are in both. */
  language: z.nullable(languageSchema),
  groups: z.array(z.enum(grantedGroups)),
  /** Of an operator: what their role permits, and the game servers they are limited to (null: all). */
  operator: z.nullable(z.object({ rights: rightsSchema, serverIds: z.nullable(z.array(idSchema)) })),
  secondFactor: z.object({
    on: z.boolean(),
    /** Whether this session has passed it; without it an operator may not make operator calls. */
    shown: z.boolean(),
    recoveryCodes: z.number(),
    /** Whether an e-mail session turned it on: a fresh sign-in with Steam removes it without a code. */
    removableBySteam: z.boolean(),
  }),
})

export type Account = z.infer<typeof accountSchema>

export const getAccount = defineCall({
  id: 'getAccount',
  method: 'GET',
  path: '/api/account',
  who: 'signed-in',
  tag: 'account',
  summary: 'The signed-in user’s account, also before the second factor was shown.',
  reply: accountSchema,
})

/** J2: a name chosen by the user; empty for Steam's. */
export const usernameSchema = line(usernameMaxLength).check(
  z.trim(),
  z.refine(isSanitizedName, 'a name without invisible characters'),
)

export const changeAccount = defineCall({
  id: 'changeAccount',
  method: 'PATCH',
  path: '/api/account',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'change account', by: 'account' }],
  summary: 'Changes name or picture (J2); an empty name is Steam’s again.',
  body: z.strictObject({
    username: z.optional(usernameSchema),
    avatarSource: z.optional(z.enum(avatarSources)),
  }),
  reply: accountSchema,
})

/** A valid session. Times in ms since 1970 (UTC). */
export const sessionSchema = z.object({
  id: idSchema,
  current: z.boolean(),
  /** `link`: by a link that an operator made; `linked`: by a linked account of another service. */
  method: z.enum(['steam', 'email', 'link', 'linked']),
  /** As the browser named itself; the page makes words of it. */
  userAgent: z.string(),
  /** The network address it was begun from. */
  address: z.string(),
  created: z.number(),
  seen: z.number(),
  expires: z.number(),
})

export type Session = z.infer<typeof sessionSchema>

export const listSessions = defineCall({
  id: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  who: 'user',
  tag: 'account',
  summary: 'The user’s sessions, the latest used first (J2).',
  reply: z.array(sessionSchema),
})

export const endSession = defineCall({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  who: 'user',
  tag: 'account',
  summary: 'Ends one of the user’s own sessions; its token answers 401 from then on (J2).',
  params: idParams,
  errors: ['session.not_found'],
})

export const endAllSessions = defineCall({
  id: 'endAllSessions',
  method: 'POST',
  path: '/api/account/sessions/end-all',
  who: 'signed-in',
  tag: 'account',
  summary: 'Logs out everywhere, here too (C16); while the second factor is due only here.',
  body: emptyBody,
  reply: success,
})

export const changePassword = defineCall({
  id: 'changePassword',
  method: 'POST',
  path: '/api/account/password',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'password account', by: 'account' }],
  summary: 'Changes the password by the old one and ends the other sessions (J2).',
  body: z.object({
    oldPassword: z.string().check(z.minLength(1), z.maxLength(512)),
    newPassword: newPasswordSchema,
    language: z.optional(languageSchema),
  }),
  reply: success,
  errors: ['password.wrong', 'password.common', 'password.personal'],
})

export const removeEmail = defineCall({
  id: 'removeEmail',
  method: 'DELETE',
  path: '/api/account/email',
  who: 'user',
  tag: 'account',
  summary:
    'Removes e-mail and password and ends every session begun by them; only from a session of the last ten minutes that Steam, or an operator’s link, began.',
  errors: ['session.sign_in_again', 'email.none'],
})

export const beginSecondFactor = defineCall({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/api/account/second-factor',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'begin second-factor account', by: 'domain' }],
  summary:
    'Makes a secret for an authenticator (TOTP); it counts once a code of it was shown. Only from a session of the last ten minutes that Steam, or an operator’s link, began.',
  body: emptyBody,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor.already_on', 'session.sign_in_again'],
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const codeBody = z.object({ code: secondFactorCode })

export const confirmSecondFactor = defineCall({
  id: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/account/second-factor/confirm',
  who: 'user',
  tag: 'account',
  limits: [{ name: 'second-factor session', by: 'domain' }],
  summary:
    'Turns the second factor on by its first code and answers the recovery codes, which are shown only now. The owner gets a mail.',
  body: codeBody,
  reply: recoveryCodes,
  errors: ['second_factor.wrong', 'second_factor.already_on', 'second_factor.off', 'session.sign_in_again'],
})

export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  who: 'user',
  tag: 'account',
  limits: secondFactorLimits,
  summary: 'Makes new recovery codes, by a code; the old ones are worth nothing.',
  body: codeBody,
  reply: recoveryCodes,
  errors: ['second_factor.wrong', 'second_factor.off'],
})

export const removeSecondFactor = defineCall({
  id: 'removeSecondFactor',
  method: 'POST',
  path: '/api/account/second-factor/remove',
  who: 'user',
  tag: 'account',
  limits: secondFactorLimits,
  summary: 'Turns the second factor off, by a code; an operator keeps it.',
  body: codeBody,
  reply: success,
  errors: ['second_factor.wrong', 'second_factor.off', 'second_factor.required'],
})

export const removeSecondFactorBySteam = defineCall({
  id: 'removeSecondFactorBySteam',
  method: 'POST',
  path: '/api/account/second-factor/remove-by-steam',
  who: 'signed-in',
  tag: 'account',
  limits: [{ name: 'begin second-factor account', by: 'domain' }],
  summary:
    'Removes a second factor that an e-mail session turned on, without a code, and ends the other sessions; only from a session of the last ten minutes that Steam began. An operator keeps it.',
  body: emptyBody,
  reply: success,
  errors: [
    'session.sign_in_again',
    'second_factor.off',
    'second_factor.code_needed',
    'second_factor.required',
  ],
})

export const getAvatar = defineCall({
  id: 'getAvatar',
  method: 'GET',
  path: '/api/avatars/:steamId',
  content: ['image/*'],
  who: 'anyone',
  tag: 'account',
  summary: "The portal's copy of a player’s Steam picture: an image.",
  params: z.object({ steamId: steamIdSchema }),
  query: z.object({ v: z.optional(z.string()) }),
  errors: ['player.not_found'],
})
