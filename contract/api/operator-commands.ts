import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { seenInQuery, seenRevision } from './list.ts'
import { commandSchema, commandTypes } from './rentals.ts'
import { bothLanguages, eitherLanguage, idParams, idSchema, line } from './text.ts'

export const operatorCommandSchema = z.extend(commandSchema, {
  id: idSchema,
  position: z.int(),
  revision: z.int(),
})

export type OperatorCommand = z.infer<typeof operatorCommandSchema>

const commandShape = {
  command: line(60).check(z.minLength(1)),
  description: eitherLanguage(200),
  brief: eitherLanguage(40),
  isFrequent: z.boolean(),
  type: z.enum(commandTypes),
  position: z.int().check(z.minimum(0), z.maximum(10_000)),
}

export const operatorListCommands = defineCall({
  method: 'GET',
  path: '/api/operator/commands',
  who: 'operator',
  tag: 'operator',
  summary: 'The commands of the chat (G1).',
  reply: z.array(operatorCommandSchema),
})

export const operatorAddCommand = defineCall({
  method: 'POST',
  path: '/api/operator/commands',
  who: 'operator',
  tag: 'operator',
  summary: 'Adds a command.',
  body: z.strictObject({
    ...commandShape,
    brief: z._default(eitherLanguage(40), { zh: '', en: '' }),
    isFrequent: z._default(z.boolean(), false),
  }),
  reply: operatorCommandSchema,
})

export const operatorChangeCommand = defineCall({
  method: 'PATCH',
  path: '/api/operator/commands/:id',
  who: 'operator',
  tag: 'operator',
  summary: 'Changes a command.',
  params: idParams,
  body: z.partial(
    z.strictObject({
      ...commandShape,
      description: z.partial(bothLanguages(200)),
      brief: z.partial(bothLanguages(40)),
      revision: seenRevision,
    }),
  ),
  reply: operatorCommandSchema,
  errors: ['command.not_found', 'edit.conflict'],
})

export const operatorRemoveCommand = defineCall({
  method: 'DELETE',
  path: '/api/operator/commands/:id',
  who: 'operator',
  tag: 'operator',
  summary: 'Removes a command.',
  params: idParams,
  query: z.object({ revision: seenInQuery }),
  errors: ['command.not_found', 'edit.conflict'],
})
