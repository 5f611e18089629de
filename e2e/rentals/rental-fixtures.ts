import type { RentalView } from '@clutch/contract/api/rentals/rentals.ts'
import { type RentalPlayer, expect, findProcess } from '../support/rentals.ts'
import type { Stack } from '../support/stack.ts'

/** G15, outside any browser: who may administer a server from now on, besides its owner. */
export async function setRentalAdmins(
  stack: Stack,
  owner: RentalPlayer,
  server: RentalView,
  ...others: readonly RentalPlayer[]
): Promise<void> {
  const admins = [owner, ...others].map(({ person }) => ({ steamid: person.steamId, name: '' }))
  const answered = await fetch(new URL(`/api/scrim/server/${server.instance_id}/admins`, stack.url), {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ admins }),
  })
  expect(answered.status).toBe(200)
}

/**
 * Stops the game of a server, or of another generation of it, where it is as soon as it has begun: it does nothing more by
 * itself, and one that was not ready gets ready only once it is thawed.
 */
export async function suspendGame(
  stack: Stack,
  server: RentalView,
  generation = 1,
): Promise<{ resume: () => void }> {
  const run = () => findProcess(stack, server, generation)?.pid
  await expect.poll(run, { intervals: [10] }).toBeDefined()
  const pid = run()
  if (pid === undefined) throw new Error('its game has ended')
  process.kill(pid, 'SIGSTOP')
  return {
    resume: () => {
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // It was ended meanwhile.
      }
    },
  }
}
