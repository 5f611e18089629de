import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatSavedGrenades } from '@clutch/contract/rules/rentals/maps/saved-grenades.ts'
import { isProving, sampleCases } from '@clutch/tools/testing/test-options.ts'
import { type Checkpoint, checkpoints } from '../../../fleet.ts'
import { ReconcilerFixture } from '../../../testing/reconciler-fixture.ts'
import { insertMapChange } from '../../../map-changes/map-changes.store.ts'
import { LeftoverDemosPass } from '../../../demos/leftovers/leftover-demos.worker.ts'
import { selectDemoHosts } from '../../../demos/leftovers/leftover-demos.store.ts'
import { addGrenades } from '../../../grenades/grenades.service.ts'
import { setUpdateDeadline } from '../../../game-updates/game-updates.service.ts'
import { drainHost, restartRentals } from '../../../fleet-jobs/fleet-jobs.service.ts'
import { reconcileDue } from '../../reconcile-due.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let fixture: ReconcilerFixture
let leftoverDemos: LeftoverDemosPass
beforeAll(async () => {
  fixture = await ReconcilerFixture.open()
  fixture.game.demoFolders = ['demos']
  const limits = { maxBytes: 100, quotaBytes: 1_000, maxCount: 10 }
  leftoverDemos = new LeftoverDemosPass(fixture.fleet, limits)
})
afterAll(() => fixture.close())

async function playMap(id: string): Promise<void> {
  const { database, clock } = fixture.context
  const askedAt = clock.now()
  const change = {
    map: 'de_nuke',
    title: null,
    mode: 'practice',
    fromMode: 'practice',
    askedBy: '1',
    askedAt,
  }
  await insertMapChange(database, { id: randomUUID(), rentalId: id, ...change })
  await fixture.change(id, {})
  await goOn()
  clock.advance(5_000)
}

async function addLineups(id: string): Promise<void> {
  const { number, owner } = await fixture.read(id)
  await addGrenades(fixture.context, { number, steamId: owner }, JSON.parse(lineups))
}

const lineups = formatSavedGrenades([
  {
    owner: 'default',
    name: 'window',
    map: 'de_mirage',
    type: 'Smoke',
    position: '1 2 3',
    angle: '0 0 0',
    description: '',
  },
])

/** A life in which everything happens once, and what must hold after each part. */
const life: readonly [what: string, ask: (id: string) => Promise<void>][] = [
  ['made', async () => undefined],
  ['new settings', (id) => fixture.password(id, 'second22')],
  ['played', (id) => playMap(id)],
  ['restored', (id) => addLineups(id)],
  ['restarted', (id) => fixture.restart(id)],
  [
    'verified',
    (id) => fixture.change(id, { verify_op: randomUUID(), verify_at: fixture.context.clock.now() }),
  ],
  [
    'updated',
    async () => {
      for (const machine of fixture.machines.all) machine.installed = '1.41.3.2'
      for (const one of fixture.machines.resources) [one.version, one.players, one.said] = ['1.41.3.1', 3, []]
      await fixture.look()
      await setUpdateDeadline(fixture.context, 5)
      await passDeadline()
    },
  ],
  [
    'restarted together',
    async (id) => {
      for (const one of fixture.machines.resources) [one.players, one.said] = [3, []]
      await fixture.look()
      await restartRentals(fixture.context, { numbers: [(await fixture.read(id)).number], minutes: 5 })
      await passDeadline()
    },
  ],
  [
    'drained',
    async (id) => {
      for (const one of fixture.machines.resources) one.players = 0
      await fixture.look()
      fixture.machines.mayBeTwo.add(id)
      const hostName = fixture.machines.liveOf(id)[0]?.hostName ?? ''
      await drainHost(fixture.context, hostName, undefined)
      await goOn()
      await fixture.look()
      await fixture.context.database.updateTable('hosts').set({ cordoned_at: null }).execute()
    },
  ],
  ['moved', async (id) => void (await fixture.switchTo(id, 'ap-tokyo'))],
  ['ended', (id) => fixture.change(id, { expires_at: fixture.context.clock.now() })],
  ['cleared', async () => fixture.context.clock.advance(8 * day)],
]

/** The five minutes of a deadline pass, with notices, and what is due at its end is done by the caller. */
async function passDeadline(): Promise<void> {
  await goOn()
  fixture.context.clock.advance(4 * minute)
  await goOn()
  fixture.context.clock.advance(minute)
}

/** Everything that is due, whatever dies meanwhile: what the dead held is free after a while. */
async function goOn(): Promise<void> {
  for (let lives = 0; lives < 50; lives += 1) {
    const ended = await reconcileDue(fixture.another()).then(
      () => true,
      () => false,
    )
    if (ended && !(await collectDemos())) return
    fixture.context.clock.advance(100_000)
  }
}

/** Collects the demos of halted instances; whether there were any of those. */
async function collectDemos(): Promise<boolean> {
  const halted = await selectDemoHosts(fixture.context.database, ['one', 'two'], 'halted')
  if (halted.length > 0) await leftoverDemos.run(new AbortController().signal)
  return halted.length > 0
}

/** Every step at each of its first passages: all of them in `npm run prove`, every sixteenth first one in `npm test`. */
const passages = isProving ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [1]
const deaths = checkpoints.flatMap((step) => passages.map((nth): [Checkpoint, number] => [step, nth]))

test.each(sampleCases(deaths, 16))(
  'R1 R3 killed at %s for the %ith time, the life of a rental is the same',
  async (step, nth) => {
    await fixture.forget()
    let left = nth
    fixture.at = (reached) => {
      if (reached === step && --left === 0) throw new Error('the process died')
    }
    const { id } = await fixture.rental({ termMs: 30 * day })
    const standing: string[] = []
    let updatedVersions: (string | null)[] = []
    // Players are informed before they are interrupted, whatever was killed.
    const notices: boolean[] = []
    let savedGrenades: (string | undefined)[] = []
    for (const [what, ask] of life) {
      await ask(id)
      await goOn()
      if (what === 'moved')
        savedGrenades = fixture.machines.resources.map(({ files }) => files[fixture.game.savedGrenadesPath])
      if (what === 'updated') updatedVersions = fixture.machines.resources.map(({ version }) => version)
      if (what === 'updated' || what === 'restarted together')
        notices.push(fixture.machines.resources.every(({ said }) => said.length > 0))
      standing.push(
        `${what}: ${await fixture.state(id)} ${fixture
          .live(id)
          .map((one) => one.split(' ')[0])
          .join()}`,
      )
    }
    expect(standing).toEqual([
      'made: running g1',
      'new settings: running g1',
      'played: running g1',
      'restored: running g1',
      'restarted: running g1',
      'verified: running g1',
      'updated: running g1',
      'restarted together: running g1',
      'drained: running g2',
      'moved: running g3',
      'ended: terminated ',
      'cleared: terminated ',
    ])
    // Each step is passed at least once in such a life.
    expect(nth > 1 || left <= 0).toBe(true)
    const [rental, kept] = [await fixture.read(id), fixture.machines.all.flatMap((one) => [...one.kept])]
    expect([rental.cleared_at === null, kept, fixture.machines.resources]).toEqual([false, [], []])
    expect([updatedVersions, notices]).toEqual([['1.41.3.2'], [true, true]])
    expect(savedGrenades).toEqual([lineups])
    expect(fixture.deleted).toContain(id)
    expect(fixture.machines.wrongs).toEqual([])
  },
)
