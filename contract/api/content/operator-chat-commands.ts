import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { chatCommandSchema, chatCommandTypes } from '../rentals/rental-page.ts'
import { bothLanguages, eitherLanguage, idParams, idSchema, line } from '../shared/fields.ts'

export const operatorChatCommandSchema = z.extend(chatCommandSchema, {
  id: idSchema,
  position: z.int(),
  revision: z.int(),
})

export type OperatorChatCommand = z.infer<typeof operatorChatCommandSchema>

const chatCommandFields = {
  command: line(60).check(z.minLength(1)),
  description: eitherLanguage(200),
  brief: eitherLanguage(40),
  isFrequent: z.boolean(),
  type: z.enum(chatCommandTypes),
  position: z.int().check(z.minimum(0), z.maximum(10_000)),
}

export const operatorListChatCommands = defineCall({
  id: 'operatorListChatCommands',
  method: 'GET',
  path: '/api/operator/commands',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  summary: 'The commands of the chat (G1).',
  reply: z.array(operatorChatCommandSchema),
})

export const operatorAddChatCommand = defineCall({
  id: 'operatorAddChatCommand',
  method: 'POST',
  path: '/api/operator/commands',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'addCommand',
  summary: 'Adds a command.',
  body: z.strictObject({
    ...chatCommandFields,
    brief: z._default(eitherLanguage(40), { zh: '', en: '' }),
    isFrequent: z._default(z.boolean(), false),
  }),
  reply: operatorChatCommandSchema,
})

export const operatorChangeChatCommand = defineCall({
  id: 'operatorChangeChatCommand',
  method: 'PATCH',
  path: '/api/operator/commands/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'changeCommand',
  summary: 'Changes a command.',
  params: idParams,
  body: z.partial(
    z.strictObject({
      ...chatCommandFields,
      description: z.partial(bothLanguages(200)),
      brief: z.partial(bothLanguages(40)),
      revision: expectedRevision,
    }),
  ),
  reply: operatorChatCommandSchema,
  errors: ['command.not_found', 'edit.conflict'],
})

export const operatorRemoveChatCommand = defineCall({
  id: 'operatorRemoveChatCommand',
  method: 'DELETE',
  path: '/api/operator/commands/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'removeCommand',
  summary: 'Removes a command.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['command.not_found', 'edit.conflict'],
})
