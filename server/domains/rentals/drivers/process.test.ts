import { afterAll } from 'vitest'
import { driverRules } from './testing/driver-rules.ts'
import { programsUnderTest } from './process/testing/programs.ts'

let remove = async () => {}

afterAll(() => remove())

driverRules('process', async () => {
  const programs = await programsUnderTest()
  remove = programs.remove
  return programs
})
