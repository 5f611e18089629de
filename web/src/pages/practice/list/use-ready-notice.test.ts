import type { RentalView } from '@clutch/contract/api/rentals.ts'
import { expect, test } from 'vitest'
import { sampleServer } from './sample-server.ts'
import { newlyReady } from './use-ready-notice.ts'

const server = (status: RentalView['status']) => [
  { ...sampleServer('sv-aaaaaa', 'Server', 'Shanghai'), status },
]

test('G12 a server is newly ready where it was being made in the list before', () => {
  expect(newlyReady(server('CREATING'), server('RUNNING'))?.instance_id).toBe('sv-aaaaaa')
  expect(newlyReady(server('CREATING'), server('CREATING'))).toBeUndefined()
  expect(newlyReady(server('RESTARTING'), server('RUNNING'))).toBeUndefined()
  expect(newlyReady(undefined, server('RUNNING'))).toBeUndefined()
})
