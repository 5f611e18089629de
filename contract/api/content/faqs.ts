import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { idSchema, languageQuery } from '../shared/fields.ts'

/** J1: one question of players and its answer, in one language. */
export const faqSchema = z.object({
  id: idSchema,
  question: z.string(),
  /** HTML of `faqHtml`, and nothing else. */
  answer: z.string(),
  updatedAt: z.number(),
})

export type Faq = z.infer<typeof faqSchema>

export const listFaqs = defineCall({
  id: 'listFaqs',
  method: 'GET',
  path: '/api/faqs',
  who: 'anyone',
  tag: 'portal',
  summary: 'The questions of players and their answers in one language, in the order of the operator (J1).',
  query: languageQuery,
  reply: z.array(faqSchema),
})
