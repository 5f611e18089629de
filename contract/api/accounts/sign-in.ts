import * as z from 'zod/mini'
import { emailCodeDigits, passwordMaxLength } from '../../limits.ts'
import { isEmail, normalizeEmail } from '../../rules/accounts/email-address.ts'
import { grantedGroups } from '../../rules/accounts/groups.ts'
import { linkProviders } from '../../rules/accounts/linked-accounts.ts'
import { validatePassword } from '../../rules/accounts/password-policy.ts'
import { defineCall } from '../call.ts'
import { languageSchema, steamIdSchema } from '../shared/fields.ts'

/** An e-mail address, returned in its stored form: trimmed, in lower case (C7). */
export const emailSchema = z.pipe(
  z.string().check(z.maxLength(320)),
  z.pipe(
    z.transform(normalizeEmail),
    z.string().check(z.refine(isEmail, 'Please enter a valid email address')),
  ),
)

export const newPasswordSchema = z
  .string()
  .check(z.refine((text) => validatePassword(text) === null, '8 to 128 letters, digits and common symbols'))

const enteredPassword = z.string().check(z.minLength(1), z.maxLength(passwordMaxLength * 4))
const emailCode = z.string().check(z.regex(new RegExp(`^\\d{${emailCodeDigits}}$`), 'the digits of the code'))
const tokenSchema = z.string().check(z.minLength(1), z.maxLength(2_000))
const successReply = z.object({ success: z.literal(true) })

/** `avatar` is an address of this portal; empty without a picture. */
export const identitySchema = z.object({ steamId: z.string(), username: z.string(), avatar: z.string() })
export type Identity = z.infer<typeof identitySchema>

/** Six digits of the authenticator, or a recovery code as it is printed: `xxxxx-xxxxx`. */
export const secondFactorCode = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^(?:\d{6}|[a-z0-9]{5}-?[a-z0-9]{5})$/, 'a code of six digits, or a recovery code'),
  )

/** Characters of the longest code: a recovery code with its hyphen. */
export const secondFactorCodeMaxLength = 11

/** C20: attempts with a code are counted by what they show, and where from. */
export const secondFactorLimits = [
  { name: 'second-factor session', by: 'domain' },
  { name: 'second-factor guesses', by: 'domain' },
  { name: 'second-factor account', by: 'domain' },
  { name: 'recovery-code guesses', by: 'domain' },
] as const

/** The provider's own parameters are read as they came, since their signature covers them. */
export const providerQuery = z.looseObject({})

export const startSteamSignIn = defineCall({
  id: 'startSteamSignIn',
  method: 'GET',
  path: '/api/auth/steam/login',
  redirects: true,
  who: 'anyone',
  personal: true,
  tag: 'accounts',
  limits: [{ name: 'steam login address', by: 'domain' }],
  summary:
    'Sends the browser to the identity provider (302) with a state bound to a cookie (C19); over the limit to /auth/steam/callback with `error`.',
})

export const startLinkedSignIn = defineCall({
  id: 'startLinkedSignIn',
  method: 'GET',
  path: '/api/auth/linked/:provider/login',
  redirects: true,
  who: 'anyone',
  personal: true,
  tag: 'accounts',
  limits: [{ name: 'account link address', by: 'domain' }],
  summary:
    'Sends the browser to Discord or QQ (302), to sign in by an account that is linked; where the service is not set up or over the limit to /auth/steam/callback with `error`.',
  params: z.object({ provider: z.enum(linkProviders) }),
})

export const finishSteamSignIn = defineCall({
  id: 'finishSteamSignIn',
  method: 'GET',
  path: '/api/auth/steam/callback',
  redirects: true,
  who: 'anyone',
  personal: true,
  tag: 'accounts',
  limits: [{ name: 'steam callback address', by: 'domain' }],
  summary:
    "The provider's redirect: verifies the assertion with the provider (C2) and redirects (302) to /auth/steam/callback with `token`, a one-time ticket, or `error`: loginFailed, steamApiError.",
  query: providerQuery,
})

export const exchangeSteamTicket = defineCall({
  id: 'exchangeSteamTicket',
  method: 'POST',
  path: '/api/auth/steam/token',
  who: 'bearer',
  tag: 'accounts',
  limits: [{ name: 'ticket address', by: 'address' }],
  summary:
    'The session token for a ticket (bearer) that this browser brought from the provider; the body’s SteamID must be the proven one, and the ticket is used up either way (C3).',
  body: z.object({ steamId: steamIdSchema }),
  reply: z.object({ token: z.string() }),
  errors: ['ticket.invalid'],
})

export const getUserInfo = defineCall({
  id: 'getUserInfo',
  method: 'GET',
  path: '/api/auth/steam/user-info',
  who: 'bearer',
  tag: 'accounts',
  summary: 'Who the bearer of a session token or of a fresh ticket is; the ticket is not used up (C3, C12).',
  reply: identitySchema,
  errors: ['session.invalid', 'session.second_factor_due'],
})

export const getSteamUser = defineCall({
  id: 'getSteamUser',
  method: 'GET',
  path: '/api/auth/steam/user/:steamId',
  who: 'anyone',
  tag: 'accounts',
  summary: 'Name and picture of a player who has an account here.',
  params: z.object({ steamId: steamIdSchema }),
  reply: identitySchema,
  errors: ['user.not_found'],
})

export const recordSessionEvent = defineCall({
  id: 'recordSessionEvent',
  method: 'POST',
  path: '/api/auth/log',
  who: 'signed-in',
  tag: 'accounts',
  summary:
    'Reports a sign-in, which the portal has recorded already, or a sign-out, which is recorded and ends the session (C12, C15).',
  body: z.object({ steamId: steamIdSchema, action: z.enum(['LOGIN-STEAM', 'LOGIN-EMAIL', 'LOGOUT']) }),
  reply: successReply,
  errors: ['session.foreign'],
})

export const checkEmail = defineCall({
  id: 'checkEmail',
  method: 'POST',
  path: '/api/auth/email/check',
  who: 'anyone',
  tag: 'accounts',
  limits: [{ name: 'check address', by: 'address' }],
  summary: 'Whether an e-mail address is registered (C6).',
  body: z.object({ email: emailSchema }),
  reply: z.object({ exists: z.boolean() }),
})

export const sendEmailCode = defineCall({
  id: 'sendEmailCode',
  method: 'POST',
  path: '/api/auth/email/send-code',
  who: 'anyone',
  tag: 'accounts',
  limits: [
    { name: 'send-code address', by: 'address' },
    { name: 'send-code account', by: 'domain' },
  ],
  summary: 'Sends a code to an e-mail address that is not registered yet, at most one a minute (C6).',
  body: z.object({ email: emailSchema, language: z.optional(languageSchema) }),
  reply: successReply,
  errors: ['email.already_registered', 'email.off'],
})

export const registerEmailAccount = defineCall({
  id: 'registerEmailAccount',
  method: 'POST',
  path: '/api/auth/email/register',
  who: 'anyone',
  tag: 'accounts',
  limits: [
    { name: 'register address', by: 'address' },
    { name: 'register guesses', by: 'domain' },
    { name: 'register account', by: 'domain' },
  ],
  summary:
    'Makes an account of an e-mail address that its code proves; answers a bind token, never a session (C6).',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    code: emailCode,
    language: z.optional(languageSchema),
  }),
  reply: z.object({ token: z.string() }),
  errors: ['code.wrong', 'email.already_registered', 'password.common', 'password.personal'],
})

export const signInByEmail = defineCall({
  id: 'signInByEmail',
  method: 'POST',
  path: '/api/auth/email/login',
  who: 'anyone',
  tag: 'accounts',
  limits: [
    { name: 'login address', by: 'address' },
    { name: 'login guesses', by: 'domain' },
    { name: 'login account', by: 'domain' },
  ],
  summary:
    'Signs in by e-mail and password. An account without a SteamID gets a bind token instead of a session (C4, C5).',
  body: z.object({ email: emailSchema, password: enteredPassword }),
  reply: z.object({
    needsSteamBinding: z.boolean(),
    tokenType: z.enum(['session', 'bind']),
    token: z.string(),
    steamId: z.nullable(z.string()),
    username: z.string(),
    avatar: z.string(),
  }),
  errors: ['login.wrong'],
})

export const requestPasswordReset = defineCall({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/email/reset-password',
  who: 'anyone',
  tag: 'accounts',
  limits: [{ name: 'reset address', by: 'address' }],
  summary: 'Sends a link for choosing another password, at most one in five minutes (C8).',
  body: z.object({ email: emailSchema, language: z.optional(languageSchema) }),
  reply: successReply,
  errors: ['EMAIL_NOT_REGISTERED', 'email.off'],
})

export const resetPasswordByToken = defineCall({
  id: 'resetPasswordByToken',
  method: 'POST',
  path: '/api/auth/email/reset-password/confirm',
  who: 'anyone',
  tag: 'accounts',
  limits: [
    { name: 'reset confirm address', by: 'address' },
    { name: 'reset confirm guesses', by: 'domain' },
  ],
  summary: 'Sets the password by the token of the link, once, and ends every session of that user (C8).',
  body: z.object({
    email: emailSchema,
    token: tokenSchema,
    newPassword: newPasswordSchema,
    language: z.optional(languageSchema),
  }),
  reply: successReply,
  errors: ['reset.expired', 'password.common', 'password.personal'],
})

export const getVipStatus = defineCall({
  id: 'getVipStatus',
  method: 'GET',
  path: '/api/auth/vip-status/:steamId',
  who: 'anyone',
  personal: true,
  tag: 'accounts',
  summary:
    'The groups a player holds and the highest of them; when VIP ends only to the player (bearer), ms since 1970 (F7).',
  params: z.object({ steamId: steamIdSchema }),
  reply: z.object({
    type: z.enum(['none', ...grantedGroups]),
    groups: z.array(z.enum(grantedGroups)),
    expireDate: z.nullable(z.number()),
    /** When VIP began or was last extended; only together with an expireDate. */
    grantedDate: z.optional(z.number()),
  }),
})

export const signInByLink = defineCall({
  id: 'signInByLink',
  method: 'POST',
  path: '/api/auth/link',
  who: 'bearer',
  tag: 'accounts',
  limits: [{ name: 'link address', by: 'address' }],
  summary: 'The session token for the ticket (bearer) of a sign-in link that an operator made, once.',
  reply: z.extend(identitySchema, { token: z.string() }),
  errors: ['ticket.invalid'],
})

export const verifySecondFactor = defineCall({
  id: 'verifySecondFactor',
  method: 'POST',
  path: '/api/auth/second-factor',
  who: 'signed-in',
  tag: 'accounts',
  limits: secondFactorLimits,
  summary:
    'Shows the second factor of this session: a code of the authenticator, once each, or a recovery code.',
  body: z.object({ code: secondFactorCode }),
  reply: successReply,
  errors: ['second_factor.wrong', 'second_factor.off'],
})
