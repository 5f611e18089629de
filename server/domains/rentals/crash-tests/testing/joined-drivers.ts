import { type FleetDriver, HostUnreachable } from '../../drivers/driver.ts'
import type { ProcessDriver } from '../../drivers/process/process-driver.ts'

/** One driver of several hosts, each with a process driver and a folder of its own, so that a server can move between them. */
export function joinDrivers(drivers: readonly ProcessDriver[]): FleetDriver {
  const at = (hostName: string) => {
    const found = drivers.find(({ hosts }) => hosts.some(({ name }) => name === hostName))
    if (!found) throw new HostUnreachable(`there is no host ${hostName}`)
    return found
  }
  return {
    kind: 'process',
    hosts: drivers.flatMap(({ hosts }) => hosts),
    canUpdateInstalls: false,
    canChangeInstalls: false,
    ensure: (spec) => at(spec.hostName).ensure(spec),
    observe: (instance) => at(instance.hostName).observe(instance),
    list: (hostName) => at(hostName).list(hostName),
    readMachine: (hostName) => at(hostName).readMachine(hostName),
    readInstalledVersion: (hostName) => at(hostName).readInstalledVersion(hostName),
    updateInstall: () => Promise.resolve(null),
    readFile: (instance, path, ...rest) => at(instance.hostName).readFile(instance, path, ...rest),
    readFolder: (instance, ...rest) => at(instance.hostName).readFolder(instance, ...rest),
    removeFile: (instance, path) => at(instance.hostName).removeFile(instance, path),
    stop: (instance, graceMs) => at(instance.hostName).stop(instance, graceMs),
    configure: (instance, files) => at(instance.hostName).configure(instance, files),
    restart: (instance, op) => at(instance.hostName).restart(instance, op),
    verify: (instance, op) => at(instance.hostName).verify(instance, op),
    remove: (instance, options) => at(instance.hostName).remove(instance, options),
    close: () => drivers.forEach((driver) => driver.close()),
  }
}

/** The owner of what a portal has on its second host: the drivers of two hosts on one machine must not list the same processes. */
export function getSecondOwner(owner: string): string {
  return `${owner}-second`
}
