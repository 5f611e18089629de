import * as z from 'zod/mini'
import { appealAuthors } from '../../rules/moderation/appeals.ts'
import { sanctionKinds, sanctionStates } from '../../rules/moderation/sanctions.ts'
import { defineCall } from '../call.ts'
import { idParams, idSchema, multilineText } from '../shared/fields.ts'

export const appealTextMaxLength = 2_000

/** What is written in an appeal; its field of a form. */
export const appealText = multilineText(appealTextMaxLength).check(z.trim(), z.minLength(1))

/** What a sanctioned player reads of an appeal: answers are those of the operators, without their names. */
export const ownAppealSchema = z.object({
  state: z.enum(['open', 'lifted', 'upheld']),
  messages: z.array(z.object({ id: idSchema, by: z.enum(appealAuthors), text: z.string(), at: z.number() })),
})

/** A ban, mute or gag of the caller. Times in ms since 1970 (UTC). */
export const ownSanctionSchema = z.object({
  id: idSchema,
  kind: z.enum(sanctionKinds),
  reason: z.string(),
  state: z.enum(sanctionStates),
  /** The names of the game servers on which it holds; null for all. */
  servers: z.nullable(z.array(z.string())),
  created: z.number(),
  /** Null: permanent. */
  expires: z.nullable(z.number()),
  /** The latest appeal against it. */
  appeal: z.nullable(ownAppealSchema),
  /** Why the caller may not write now; null where they may. */
  refusal: z.nullable(z.enum(['off', 'over', 'awaitsAnswer', 'full', 'tooEarly'])),
  /** Of `tooEarly`: from when they may appeal again. */
  again: z.nullable(z.number()),
})

export type OwnSanction = z.infer<typeof ownSanctionSchema>

const shared = { who: 'user', tag: 'moderation' } as const

export const listOwnSanctions = defineCall({
  ...shared,
  id: 'listOwnSanctions',
  method: 'GET',
  path: '/api/account/sanctions',
  summary:
    'The caller’s bans, mutes and gags, the newest first, 50 at most, each with its latest appeal and whether they may write.',
  reply: z.array(ownSanctionSchema),
})

export const appealSanction = defineCall({
  ...shared,
  id: 'appealSanction',
  method: 'POST',
  path: '/api/account/sanctions/:id/appeal',
  limits: [{ name: 'appeal account', by: 'account' }],
  summary:
    'Appeals against a ban, mute or gag of the caller that holds, or adds to the open appeal: three messages until an operator answers, thirty in all, and again 30 days after an appeal was rejected.',
  params: idParams,
  body: z.strictObject({ text: appealText }),
  reply: ownSanctionSchema,
  errors: [
    'sanction.not_found',
    'appeal.over',
    'appeal.awaits_answer',
    'appeal.full',
    'appeal.too_early',
    'portal.feature_off',
  ],
})
