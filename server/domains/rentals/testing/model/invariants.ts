import { shouldRun } from '../../reconciler/facts/rental-facts.ts'
import type { ReconcilerFixture } from '../reconciler-fixture.ts'
import type { HistoryRun } from './history-run.types.ts'

/** Returns what is wrong when nothing is due any more and all hosts work. */
export async function findViolations({ fixture, rentals }: HistoryRun): Promise<string[]> {
  const each = await Promise.all(rentals.map((rental) => findRentalViolations(fixture, rental)))
  const rows = await fixture.context.database
    .selectFrom('rental_instances')
    .select(['rental_id', 'generation', 'host_name', 'port'])
    .where('removed_at', 'is', null)
    .execute()
  const written = rows
    .map((one) => `${one.rental_id} ${one.generation} ${one.host_name} ${one.port}`)
    .toSorted()
  const there = fixture.machines.resources
    .map((one) => `${one.rentalId} ${one.generation} ${one.hostName} ${one.port}`)
    .toSorted()
  const differ =
    JSON.stringify(written) === JSON.stringify(there)
      ? []
      : [`written ${written.join()}, there ${there.join()}`]
  return [...fixture.machines.wrongs, ...each.flat(), ...differ]
}

async function findRentalViolations(
  fixture: ReconcilerFixture,
  { id, password }: HistoryRun['rentals'][number],
): Promise<string[]> {
  const rental = await fixture.read(id)
  const live = fixture.machines.liveOf(id)
  const [one, ...others] = live
  const moves = await fixture.context.database
    .selectFrom('rental_switches')
    .select('id')
    .where('rental_id', '=', id)
    .where('state', '=', 'running')
    .execute()
  const problems: string[] = moves.map(() => `${rental.number} moves for ever`)
  const say = (what: string) => problems.push(`${rental.number}, generation ${rental.generation}: ${what}`)
  if (!shouldRun({ rental, now: fixture.context.clock.now() })) {
    const word = rental.failed_at !== null && rental.revoked_at === null ? 'failed' : 'terminated'
    if (rental.state !== word) say(`is ${rental.state}, not ${word}`)
    if (one) say(`${one.name} still runs`)
    return problems
  }
  if (rental.state !== 'running') say(`is ${rental.state}: ${rental.problem}`)
  if (one?.generation !== rental.generation || others.length > 0) say(`runs as ${fixture.live(id).join()}`)
  if (one?.config?.password !== password) say('goes by another password')
  const row = (await fixture.instances(id)).find(({ generation }) => generation === rental.generation)
  if (row?.restarted_op !== rental.restart_op || row?.verified_op !== rental.verify_op)
    say('an op is not done')
  if (row?.region !== rental.region) say(`stands in ${row?.region}`)
  return problems
}
