import type { ObservedInstance } from '../../driver.ts'
import { environmentMarks } from '../system/instance-processes.ts'
import type { LiveProcess, ProcessRun } from '../system/processes.ts'
import type { InstanceRecord } from './instance-records.ts'

/** What a run is called. */
export function getRunId(run: ProcessRun | null): string {
  return run ? `${run.pid}-${run.start}` : ''
}

/** An instance as its record and the processes have it. */
export function toObservedInstance(record: InstanceRecord, isRunning: boolean): ObservedInstance {
  const { rentalId, number, generation, run, createdAt } = record
  return {
    rentalId,
    number,
    generation,
    isRunning,
    run: isRunning ? getRunId(run) : '',
    createdAt: new Date(createdAt),
  }
}

/** A running game whose folder is gone, as described by the marks in its environment. */
export interface UnrecordedInstance {
  owner: string
  name: string
  port: number
  /** Whom it runs as. */
  uid: number | null
  run: ProcessRun
  observed: ObservedInstance
}

const instanceNamePattern = /^prac-([0-9a-z]{6})-g(\d+)$/

/** Games by their marks: of each the one process that began it. */
export function findUnrecordedInstances(
  isMatch: (ref: { owner: string; name: string }) => boolean,
  among: readonly LiveProcess[],
): UnrecordedInstance[] {
  return among.flatMap((one) => {
    if (one.session !== one.pid) return []
    const environment = one.environment()
    const owner = environment.get(environmentMarks.owner) ?? ''
    const name = environment.get(environmentMarks.instance) ?? ''
    const [, number, generation] = instanceNamePattern.exec(name) ?? []
    if (number === undefined || !isMatch({ owner, name })) return []
    const run = { pid: one.pid, start: one.start }
    const observed = {
      rentalId: environment.get(environmentMarks.rental) ?? '',
      number: `sv-${number}`,
      generation: Number(generation),
      isRunning: true,
      run: getRunId(run),
      createdAt: new Date(Number(environment.get(environmentMarks.created))),
    }
    return [
      { owner, name, port: Number(environment.get(environmentMarks.port)), uid: one.uid(), run, observed },
    ]
  })
}
