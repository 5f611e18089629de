import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { expect, test } from 'vitest'
import { createSampleServer } from './sample-server.ts'
import { findNewlyReady } from './use-ready-notice.ts'

const server = (status: RentalView['status']) => [
  { ...createSampleServer('sv-aaaaaa', 'Server', 'Shanghai'), status },
]

test('G12 a server is newly ready where it was being made in the list before', () => {
  expect(findNewlyReady(server('CREATING'), server('RUNNING'))?.instance_id).toBe('sv-aaaaaa')
  expect(findNewlyReady(server('CREATING'), server('CREATING'))).toBeUndefined()
  expect(findNewlyReady(server('RESTARTING'), server('RUNNING'))).toBeUndefined()
  expect(findNewlyReady(undefined, server('RUNNING'))).toBeUndefined()
})
