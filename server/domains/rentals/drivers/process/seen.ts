import type { Seen } from '../driver.ts'
import { marks } from './members.ts'
import type { Living, Run } from './processes.ts'
import type { InstanceRecord } from './record.ts'

/** What a run is called. */
export function nameOfRun(run: Run | null): string {
  return run ? `${run.pid}-${run.start}` : ''
}

/** An instance as its record and the processes have it. */
export function seenOf(record: InstanceRecord, isRunning: boolean): Seen {
  const { leaseId, number, generation, run, createdAt } = record
  return {
    leaseId,
    number,
    generation,
    isRunning,
    run: isRunning ? nameOfRun(run) : '',
    createdAt: new Date(createdAt),
  }
}

/** A game that runs although its folder is gone, as the marks in its environment tell of it. */
export interface Stray {
  owner: string
  name: string
  port: number
  /** Whom it runs as. */
  uid: number | null
  run: Run
  seen: Seen
}

const namePattern = /^prac-([0-9a-z]{6})-g(\d+)$/

/** Games by their marks: of each the one process that began it. */
export function straysOf(
  isAsked: (told: { owner: string; name: string }) => boolean,
  among: readonly Living[],
): Stray[] {
  return among.flatMap((one) => {
    if (one.session !== one.pid) return []
    const told = one.environment()
    const owner = told.get(marks.owner) ?? ''
    const name = told.get(marks.instance) ?? ''
    const [, number, generation] = namePattern.exec(name) ?? []
    if (number === undefined || !isAsked({ owner, name })) return []
    const run = { pid: one.pid, start: one.start }
    const seen = {
      leaseId: told.get(marks.lease) ?? '',
      number: `sv-${number}`,
      generation: Number(generation),
      isRunning: true,
      run: nameOfRun(run),
      createdAt: new Date(Number(told.get(marks.created))),
    }
    return [{ owner, name, port: Number(told.get(marks.port)), uid: one.uid(), run, seen }]
  })
}
