import { shouldRun } from '../../reconciler/rental-facts.ts'
import type { ReconcilerFixture } from '../reconciler-fixture.ts'
import type { HistoryRun } from './play-history.ts'

/** What is wrong where nothing is due any more and all machines are well. */
export async function findViolations({ stage, leases }: HistoryRun): Promise<string[]> {
  const each = await Promise.all(leases.map((lease) => findRentalViolations(stage, lease)))
  const rows = await stage.context.database
    .selectFrom('lease_instances')
    .select(['lease_id', 'generation', 'node', 'port'])
    .where('removed_at', 'is', null)
    .execute()
  const written = rows.map((one) => `${one.lease_id} ${one.generation} ${one.node} ${one.port}`).toSorted()
  const there = stage.machines.resources
    .map((one) => `${one.leaseId} ${one.generation} ${one.node} ${one.port}`)
    .toSorted()
  const differ =
    JSON.stringify(written) === JSON.stringify(there)
      ? []
      : [`written ${written.join()}, there ${there.join()}`]
  return [...stage.machines.wrongs, ...each.flat(), ...differ]
}

async function findRentalViolations(
  stage: ReconcilerFixture,
  { id, password }: HistoryRun['leases'][number],
): Promise<string[]> {
  const lease = await stage.read(id)
  const live = stage.machines.liveOf(id)
  const [one, ...others] = live
  const moves = await stage.context.database
    .selectFrom('lease_switches')
    .select('id')
    .where('lease_id', '=', id)
    .where('state', '=', 'running')
    .execute()
  const problems: string[] = moves.map(() => `${lease.number} moves for ever`)
  const say = (what: string) => problems.push(`${lease.number}, generation ${lease.generation}: ${what}`)
  if (!shouldRun({ lease, now: stage.context.clock.now() })) {
    const word = lease.failed_at !== null && lease.revoked_at === null ? 'failed' : 'terminated'
    if (lease.state !== word) say(`is ${lease.state}, not ${word}`)
    if (one) say(`${one.name} still runs`)
    return problems
  }
  if (lease.state !== 'running') say(`is ${lease.state}: ${lease.problem}`)
  if (one?.generation !== lease.generation || others.length > 0) say(`runs as ${stage.live(id).join()}`)
  if (one?.told?.password !== password) say('goes by another password')
  const row = (await stage.instances(id)).find(({ generation }) => generation === lease.generation)
  if (row?.restarted_op !== lease.restart_op || row?.verified_op !== lease.verify_op) say('an op is not done')
  if (row?.region !== lease.region) say(`stands in ${row?.region}`)
  return problems
}
