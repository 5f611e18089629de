import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import { sampleFaqs } from '@clutch/demo/samples/sample-faqs.ts'
import { test as base } from './test.ts'
import type { Stack } from './stack.ts'

interface Fixtures {
  /** Questions and answers as `npm start` has them; after the test there are none. */
  faqs: OperatorFaq[]
}

/** The test of what the portal says to players. */
export const test = base.extend<Fixtures>({
  faqs: async ({ stack }, use) => {
    await use(await addSampleFaqs(stack))
    await removeFaqs(stack)
  },
})

/** Adds the sample questions; answers them. */
export async function addSampleFaqs(stack: Stack): Promise<OperatorFaq[]> {
  const added: OperatorFaq[] = []
  for (const faq of sampleFaqs)
    added.push((await stack.callOperator('POST', '/api/operator/faqs', faq)) as OperatorFaq)
  return added
}

export async function removeFaqs(stack: Stack): Promise<void> {
  const all = (await stack.callOperator('GET', '/api/operator/faqs')) as OperatorFaq[]
  for (const { id } of all) await stack.callOperator('DELETE', `/api/operator/faqs/${id}`)
}
