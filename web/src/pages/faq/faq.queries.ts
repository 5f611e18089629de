import { listFaqs } from '@clutch/contract/api/content/faqs.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api/api-client.ts'

/** J1: questions and answers in one language. */
export const faqsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['faqs', language],
    queryFn: ({ signal }) => call(listFaqs, { query: { language }, signal }),
    staleTime: 60_000,
  })
