import type { Body } from '@clutch/contract/api/call.ts'
import * as calls from '@clutch/contract/api/content/operator-faqs.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../app/api/api-client.ts'

export const operatorFaqsQuery = queryOptions({
  queryKey: ['operator', 'faqs'],
  queryFn: ({ signal }) => call(calls.operatorListFaqs, { signal }),
})

/** Adds a question, or changes the given fields of an existing one. */
export async function saveFaq(
  id: string | undefined,
  { revision, ...body }: Body<typeof calls.operatorAddFaq> & { revision: number | undefined },
): Promise<void> {
  if (id === undefined) await call(calls.operatorAddFaq, { body })
  else await call(calls.operatorChangeFaq, { params: { id }, body: { ...body, revision } })
}

/** Shows a question to players, or hides it. */
export async function publishFaq(id: string, published: boolean): Promise<void> {
  await call(calls.operatorChangeFaq, { params: { id }, body: { published } })
}

export async function removeFaq({ id, revision }: calls.OperatorFaq): Promise<void> {
  await call(calls.operatorRemoveFaq, { params: { id }, query: { revision } })
}
