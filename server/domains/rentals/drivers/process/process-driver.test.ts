// @slow 14 s: runs processes
import { afterAll } from 'vitest'
import { testDriverRules } from '../testing/driver-rules.ts'
import { createProcessDriverFixture } from './testing/process-driver-fixture.ts'

let remove = async () => {}

afterAll(() => remove())

testDriverRules('process', async () => {
  const programs = await createProcessDriverFixture()
  remove = programs.remove
  return programs
})
