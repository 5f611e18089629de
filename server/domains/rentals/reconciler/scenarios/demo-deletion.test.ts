import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

let fixture: ReconcilerFixture
beforeEach(async () => {
  fixture = await ReconcilerFixture.open([{ name: 'one' }, { name: 'two', regions: ['ap-tokyo'] }])
})
afterEach(() => fixture.close())

test('G18 a move deletes the demos from before it ended, however late that is done', async () => {
  const asked: [string, Date | undefined][] = []
  fixture.fleet.deleteDemos = async (_context, rentalId, before) => {
    asked.push([rentalId, before])
    if (asked.length === 1) throw new Error('the disk is away')
  }
  const { id } = await fixture.running()
  const switchId = await fixture.switchTo(id, 'ap-tokyo')
  await fixture.pass(60_000)
  const { ended_at: ended } = await fixture.context.database
    .selectFrom('rental_switches')
    .select('ended_at')
    .where('id', '=', switchId)
    .executeTakeFirstOrThrow()
  expect(ended).toBeInstanceOf(Date)
  expect(asked).toEqual([
    [id, ended],
    [id, ended],
  ])
})
