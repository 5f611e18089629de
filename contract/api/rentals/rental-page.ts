import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { bothLanguages, languageQuery } from '../shared/fields.ts'

/** G1: one command of the chat. */
export const chatCommandTypes = ['Match', 'Practice', 'Admin'] as const
export const chatCommandSchema = z.object({
  command: z.string(),
  description: bothLanguages(200),
  /** The same in a word or two, for narrow places; empty if there is none. */
  brief: bothLanguages(40),
  isFrequent: z.boolean(),
  type: z.enum(chatCommandTypes),
})

export type ChatCommand = z.infer<typeof chatCommandSchema>

export const listChatCommands = defineCall({
  id: 'listChatCommands',
  method: 'GET',
  path: '/api/scrim/commands',
  who: 'anyone',
  tag: 'rentals',
  summary: 'The commands of the chat, in the order of the operator (G1).',
  reply: z.array(chatCommandSchema),
})

export const getRentalPage = defineCall({
  id: 'getRentalPage',
  method: 'GET',
  path: '/api/scrim/info',
  who: 'anyone',
  tag: 'rentals',
  summary: 'What the operator says of practice servers, in one language (G2, G3).',
  query: languageQuery,
  reply: z.object({
    /** One line beside the page's title. */
    lead: z.string(),
    bullets: z.array(z.string()),
    supportEmail: z.nullable(z.string()),
    /** The content of "notes" on the list of a user's servers. */
    notices: z.array(z.string()),
  }),
})
