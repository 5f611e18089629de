import { freePort } from '../../../../../testing/free-port.ts'
import type { FleetDriver, InstanceRef } from '../../driver.ts'

/** The portal that the tests of faults are. */
export const testOwner = 'portal-1'
/** The name of the objects of `testInstance`. */
export const testInstanceName = 'prac-7f3k2q-g1'
export const testInstance: InstanceRef = {
  rentalId: 'rental-1',
  number: 'sv-7f3k2q',
  generation: 1,
  hostName: 'cluster',
}

/** Asks a driver for an instance with these files, on a port that is free. */
export async function ensureInstance(
  driver: FleetDriver,
  files: Readonly<Record<string, string>>,
  instance = testInstance,
) {
  return driver.ensure({ ...instance, region: 'ap-shanghai', port: await freePort(), files })
}
