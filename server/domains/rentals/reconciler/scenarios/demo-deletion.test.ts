import { afterEach, beforeEach, expect, test } from 'vitest'
import { ReconcilerFixture } from '../../testing/reconciler-fixture.ts'

let stage: ReconcilerFixture
beforeEach(async () => {
  stage = await ReconcilerFixture.open([{ name: 'one' }, { name: 'two', regions: ['ap-tokyo'] }])
})
afterEach(() => stage.close())

test('G18 a move deletes the demos from before it ended, however late that is done', async () => {
  const asked: [string, Date | undefined][] = []
  stage.fleet.deleteDemos = async (_context, rentalId, before) => {
    asked.push([rentalId, before])
    if (asked.length === 1) throw new Error('the disk is away')
  }
  const { id } = await stage.running()
  const switchId = await stage.switchTo(id, 'ap-tokyo')
  await stage.pass(60_000)
  const { ended_at: ended } = await stage.context.database
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
