import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { expectedRevisionInQuery, expectedRevision } from '../shared/list-query.ts'
import { bothLanguages, idParams, idSchema, line } from '../shared/fields.ts'

/** The most characters of a question, and of an answer as it is written, in one language. */
export const faqQuestionMaxLength = 200
export const faqAnswerMaxLength = 20_000

const question = line(faqQuestionMaxLength)
const answer = bothLanguages(faqAnswerMaxLength)
const position = z.int().check(z.minimum(0), z.maximum(10_000))

export const operatorFaqSchema = z.object({
  id: idSchema,
  question: z.object({ zh: z.string(), en: z.string() }),
  answer: z.object({ zh: z.string(), en: z.string() }),
  position: z.int(),
  published: z.boolean(),
  created: z.number(),
  updated: z.number(),
  revision: z.int(),
})

export type OperatorFaq = z.infer<typeof operatorFaqSchema>

export const operatorListFaqs = defineCall({
  id: 'operatorListFaqs',
  method: 'GET',
  path: '/api/operator/faqs',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  summary: 'Every question and answer (J1), in the order players see them.',
  reply: z.array(operatorFaqSchema),
})

export const operatorAddFaq = defineCall({
  id: 'operatorAddFaq',
  method: 'POST',
  path: '/api/operator/faqs',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'addFaq',
  summary:
    'Adds a question and its answer; a language that lacks one of the two is not shown. What an answer may not hold is left out.',
  body: z.strictObject({
    question: z.object({ zh: z._default(question, ''), en: z._default(question, '') }),
    answer: z.object({ zh: z._default(answer.shape.zh, ''), en: z._default(answer.shape.en, '') }),
    /** Left out: after all others. */
    position: z.optional(position),
    published: z._default(z.boolean(), true),
  }),
  reply: operatorFaqSchema,
})

export const operatorChangeFaq = defineCall({
  id: 'operatorChangeFaq',
  method: 'PATCH',
  path: '/api/operator/faqs/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'changeFaq',
  summary: 'Changes the given fields of a question and its answer.',
  params: idParams,
  body: z.partial(
    z.strictObject({
      question: z.partial(z.object({ zh: question, en: question })),
      answer: z.partial(answer),
      position,
      published: z.boolean(),
      revision: expectedRevision,
    }),
  ),
  reply: operatorFaqSchema,
  errors: ['faq.not_found', 'edit.conflict'],
})

export const operatorRemoveFaq = defineCall({
  id: 'operatorRemoveFaq',
  method: 'DELETE',
  path: '/api/operator/faqs/:id',
  who: 'operator',
  area: 'content',
  tag: 'operator',
  audit: 'removeFaq',
  summary: 'Removes a question and its answer.',
  params: idParams,
  query: z.object({ revision: expectedRevisionInQuery }),
  errors: ['faq.not_found', 'edit.conflict'],
})
