import * as z from 'zod/mini'
import { isEmail, normalizeEmail } from '../../rules/accounts/email-address.ts'
import { linkProviders } from '../../rules/accounts/linked-accounts.ts'
import { isSteamId } from '../../rules/accounts/steam-id.ts'
import { defineCall } from '../call.ts'
import { steamIdSchema } from '../shared/fields.ts'
import { roleIdSchema, serverIdsSchema } from './operator-roles.ts'

/** A user identified by SteamID64 or by the e-mail address of their account. */
const personParams = z.object({
  who: z.pipe(
    z.string().check(z.maxLength(320)),
    z.pipe(
      z.transform(normalizeEmail),
      z
        .string()
        .check(z.refine((text) => isSteamId(text) || isEmail(text), 'a SteamID64 or an e-mail address')),
    ),
  ),
})
const steamParams = z.object({ steamId: steamIdSchema })

/** An operator; `secondFactor` says whether it is on. Times in ms since 1970 (UTC). */
export const operatorSchema = z.object({
  steamId: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  secondFactor: z.boolean(),
  expires: z.nullable(z.number()),
  /** The id of their role, and its name. */
  role: z.string(),
  roleName: z.object({ zh: z.string(), en: z.string() }),
  /** The game servers that they are limited to; null for all. */
  serverIds: z.nullable(z.array(z.string())),
})

/** What is left out stays as it is; a new operator is an owner of all game servers. */
const assignment = z.strictObject({ role: z.optional(roleIdSchema), serverIds: z.optional(serverIdsSchema) })

export const operatorListOperators = defineCall({
  id: 'operatorListOperators',
  method: 'GET',
  path: '/api/operator/ops',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  summary: 'Who is an operator (group op), and whether their second factor is on.',
  reply: z.array(operatorSchema),
})

export const operatorAddOperator = defineCall({
  id: 'operatorAddOperator',
  method: 'PUT',
  path: '/api/operator/ops/:who',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'addOp',
  summary:
    'Makes a user an operator, by SteamID64 or by the e-mail address of an account with a bound SteamID; an owner where no `role` is named. Also gives an operator another role, or limits them to some game servers; what is left out stays. No operator grants or takes what they may not do themselves, or changes their own role.',
  params: personParams,
  body: z.nullish(assignment),
  reply: operatorSchema,
  errors: [
    'user.not_found',
    'user.not_bound',
    'user.own_account',
    'operator.last',
    'operator.outranked',
    'role.not_found',
  ],
})

export const operatorRemoveOperator = defineCall({
  id: 'operatorRemoveOperator',
  method: 'DELETE',
  path: '/api/operator/ops/:who',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'removeOp',
  summary: 'Removes an operator from the group op; operators cannot remove themselves.',
  params: personParams,
  errors: ['user.not_found', 'user.not_bound', 'user.own_account', 'operator.last', 'operator.outranked'],
})

export const operatorCreateSignInLink = defineCall({
  id: 'operatorCreateSignInLink',
  method: 'POST',
  path: '/api/operator/ops/:steamId/sign-in-link',
  who: 'operator',
  area: 'operators',
  tag: 'operator',
  audit: 'makeSignInLink',
  summary:
    'A link that signs this player in once, within 15 minutes; for the first operator, and where no other way works.',
  params: steamParams,
  reply: z.object({ url: z.string(), expires: z.number() }),
  errors: ['user.not_found', 'operator.outranked'],
})

export const operatorResetSecondFactor = defineCall({
  id: 'operatorResetSecondFactor',
  method: 'DELETE',
  path: '/api/operator/ops/:steamId/second-factor',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'forgetSecondFactor',
  summary: 'Removes the second factor of a user who lost it, and ends their sessions.',
  params: steamParams,
  errors: ['user.not_found', 'second_factor.off', 'operator.outranked'],
})

export const operatorRemoveEmail = defineCall({
  id: 'operatorRemoveEmail',
  method: 'DELETE',
  path: '/api/operator/accounts/:steamId/email',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'forgetEmail',
  summary:
    'Removes e-mail, password and linked accounts from the account of a SteamID, and ends its sessions: undoes a wrong binding.',
  params: steamParams,
  errors: ['user.not_found', 'email.none', 'operator.outranked'],
})

export const operatorRemoveLink = defineCall({
  id: 'operatorRemoveLink',
  method: 'DELETE',
  path: '/api/operator/accounts/:steamId/links/:provider',
  who: 'operator',
  area: 'users',
  tag: 'operator',
  audit: 'forgetLink',
  summary:
    'Takes an account of another service off the account of a SteamID, and ends the sessions that linked accounts began.',
  params: z.object({ ...steamParams.shape, provider: z.enum(linkProviders) }),
  errors: ['user.not_found', 'link.not_found', 'operator.outranked'],
})
