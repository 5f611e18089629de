import { defineHistogram } from '../../../platform/observability/metrics/index.ts'
import { observeCall } from '../../../platform/observability/observe-call.ts'
import {
  type FleetDriver,
  HostFull,
  HostUnreachable,
  InstanceNotFound,
  PortInUse,
} from '../drivers/driver.ts'

const calls = defineHistogram({
  name: 'clutch_rental_driver_call_duration_seconds',
  help: 'Calls to the hosts of practice servers, by call and result: ok, unreachable, full, port_in_use, not_found or failed.',
  labels: ['driver', 'call', 'result'],
  buckets: [0.05, 0.25, 1, 2.5, 10, 40, 120],
})

const observedCalls: ReadonlySet<PropertyKey> = new Set<keyof FleetDriver>([
  'ensure',
  'observe',
  'list',
  'readMachine',
  'readInstalledVersion',
  'updateInstall',
  'configure',
  'readFile',
  'readFolder',
  'removeFile',
  'stop',
  'restart',
  'verify',
  'remove',
])

/** Returns a driver whose calls are measured and traced. */
export function observeDriver(driver: FleetDriver): FleetDriver {
  return new Proxy(driver, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      // Private fields belong to the driver itself.
      const call = (...args: unknown[]): unknown => Reflect.apply(value, target, args)
      if (!observedCalls.has(key)) return call
      return (...args: unknown[]) => observeDriverCall(target.kind, String(key), async () => call(...args))
    },
  })
}

function observeDriverCall<T>(driver: string, call: string, run: () => Promise<T>): Promise<T> {
  return observeCall(
    {
      name: `rental driver ${call}`,
      kind: 'client',
      attributes: { 'clutch.driver': driver },
      record: (result, seconds) => calls.observe({ driver, call, result }, seconds),
      classify,
    },
    run,
  )
}

function classify(error: unknown) {
  if (error instanceof HostUnreachable) return 'unreachable'
  if (error instanceof HostFull) return 'full'
  if (error instanceof PortInUse) return 'port_in_use'
  if (error instanceof InstanceNotFound) return 'not_found'
  return 'failed'
}
