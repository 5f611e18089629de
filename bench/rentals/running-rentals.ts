import type { Fleet } from '@clutch/server/domains/rentals/fleet.ts'
import { buildGameConfig } from '@clutch/server/domains/rentals/reconciler/actions/game/game-config.ts'
import { reconcileDue } from '@clutch/server/domains/rentals/reconciler/reconcile-due.ts'
import { selectInstances } from '@clutch/server/domains/rentals/rentals.store.ts'
import { createTestRental } from '@clutch/server/domains/rentals/testing/rental-builder.ts'
import type { SimulatedHosts } from '@clutch/server/domains/rentals/testing/simulated-hosts.ts'

const dayMs = 24 * 3_600_000

/**
 * Fills the hosts evenly with rentals that run: one that the reconciler creates, and copies of its rows, which take a tenth of the time.
 * None becomes due by itself within a day.
 */
export async function fillWithRunning(fleet: Fleet, machines: SimulatedHosts, count: number): Promise<void> {
  const { context, game } = fleet
  const { database, clock } = context
  const { id: firstId } = await createTestRental(context)
  await reconcileDue(fleet)
  const first = await database
    .selectFrom('rentals')
    .selectAll()
    .where('id', '=', firstId)
    .executeTakeFirstOrThrow()
  const [instance] = await selectInstances(database, firstId)
  if (!instance) throw new Error('the first rental has no instance')
  const {
    id: _id,
    number: _number,
    owner: _owner,
    user_id: _user,
    password: _password,
    rcon_password: _rcon,
    report_secret: _secret,
    admins: _admins,
    ...state
  } = first
  const { all } = machines
  for (let made = 1; made < count; made += 1) {
    const due = new Date(clock.now().getTime() + (1 + Math.random()) * dayMs)
    const rental = await createTestRental(context, { ...state, due_at: due })
    const host = all[made % all.length]
    if (!host) throw new Error('there is no host')
    const port = host.ports.first + host.resources.size
    const { name, host: address, publicHost } = host
    await database
      .insertInto('rental_instances')
      .values({
        ...instance,
        rental_id: rental.id,
        host_name: name,
        host: address,
        public_host: publicHost,
        port,
      })
      .execute()
    machines.ensure({
      rentalId: rental.id,
      number: rental.number,
      generation: instance.generation,
      hostName: name,
      region: rental.region,
      port,
      files: game.files(buildGameConfig(context, rental)),
    })
  }
}
