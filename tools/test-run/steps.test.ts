import { expect, test } from 'vitest'
import { failedSteps, runSteps } from './steps.ts'

test('parallel steps are reported in their order, and the others continue when one fails', async () => {
  const first = Promise.withResolvers<void>()
  const steps = [
    { name: 'ends last', run: () => first.promise },
    { name: 'fails', run: () => Promise.reject(new Error('on purpose')) },
    { name: 'lets the first end', run: () => Promise.resolve(first.resolve()) },
  ]
  const ends = await runSteps(steps, 2)
  expect(ends.map(({ name }) => name)).toEqual(['ends last', 'fails', 'lets the first end'])
  expect(failedSteps(ends)).toEqual(['fails'])
})
