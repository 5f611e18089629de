import type { InstanceRef, ObservedInstance } from '../../driver.ts'
import type { InstanceRecord } from './instance-record.ts'

/** The driver's report of an instance; `run` is empty while it does not run. */
export function toObservedInstance(
  { rentalId, number, generation }: Omit<InstanceRef, 'hostName'>,
  { content: { host, publicHost, port }, createdAt }: InstanceRecord,
  run: string,
): ObservedInstance {
  const isPlaced = host !== ''
  return {
    rentalId,
    number,
    generation,
    isRunning: run !== '',
    run,
    createdAt,
    ...(isPlaced && { address: { host, publicHost, port } }),
  }
}
