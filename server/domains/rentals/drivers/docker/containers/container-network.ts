import { createHash } from 'node:crypto'
import type Docker from 'dockerode'
import { networkAddresses } from '../../../../../platform/config/config.ts'
import { HostUnreachable, type InstanceRef, type ObservedInstance } from '../../driver.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { type InstanceLabels, toLabels, ownerLabel, parseLabels, getVolumeName } from './container-labels.ts'
import { toDriverError } from '../engine/engine-errors.ts'
import type { DockerTarget } from '../docker-target.ts'

const networkBits = 32 - Math.log2(networkAddresses)

/** The network of an instance. It holds the owner in its name, as the volume does. */
export const getNetworkName = getVolumeName

/**
 * The name of the bridge on the host, at most 15 characters: `clt+` matches all of them in a firewall rule. It is made of the
 * port, so that rules which engines leave behind for a bridge do not add up.
 */
function getBridgeName({ owner, port }: InstanceLabels): string {
  const of = createHash('sha256').update(owner).digest('hex').slice(0, 6)
  return `clt${of}${port.toString(36)}`
}

/**
 * Creates the network of an instance unless it exists; whether this call created it. Docker keeps bridges apart by itself, Podman only with `isolate`: an
 * instance cannot reach the RCON port of another one.
 */
export async function ensureNetwork(
  { machine, owner, instance }: DockerTarget,
  port: number,
): Promise<boolean> {
  const { engine } = machine
  const name = getNetworkName(owner, instance)
  if (await hasNetwork(engine, name)) return false
  const refusal = await engine
    .createNetwork(buildNetworkSpec({ owner, instance, port, op: '' }, getSubnet(machine, port)))
    .then(
      () => null,
      (error: unknown) => toDriverError(error),
    )
  // Another worker may have created it meanwhile.
  if (await hasNetwork(engine, name)) return refusal === null
  throw refusal ?? new HostUnreachable(`${name} was removed while it was created`)
}

async function hasNetwork(engine: EngineClient, name: string): Promise<boolean> {
  return (await engine.listNetworks({ name: [name] })).some((network) => network.name === name)
}

function buildNetworkSpec(marks: InstanceLabels, subnet: string | null): Docker.NetworkCreateOptions {
  const name = getNetworkName(marks.owner, marks.instance)
  return {
    Name: name,
    CheckDuplicate: true,
    Driver: 'bridge',
    Options: { isolate: 'true', 'com.docker.network.bridge.name': getBridgeName(marks) },
    Labels: toLabels(marks),
    ...(subnet !== null && { IPAM: { Driver: 'default', Config: [{ Subnet: subnet }] } }),
  }
}

/** The part of the host's address range that belongs to a port; null where the engine chooses. */
function getSubnet({ subnets, host }: DockerTarget['machine'], port: number): string | null {
  if (subnets === null) return null
  const [address = '', bits] = subnets.split('/')
  const first = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - Number(bits))
  const start = first - (first % size) + (port - host.ports.first) * networkAddresses
  const parts = [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256)
  return `${parts.join('.')}/${networkBits}`
}

/** Removes the network of an instance whose containers are gone. */
export async function removeNetwork({ machine, owner, instance }: DockerTarget): Promise<void> {
  await machine.engine.removeNetwork(getNetworkName(owner, instance))
}

/** Networks of an owner without a container: an instance that was only begun, or not removed completely. */
export async function listStrayNetworks(
  engine: EngineClient,
  owner: string,
  known: readonly Omit<InstanceRef, 'hostName'>[],
): Promise<ObservedInstance[]> {
  const names = new Set(known.map((instance) => getNetworkName(owner, instance)))
  const networks = await engine.listNetworks({ label: [`${ownerLabel}=${owner}`] })
  return networks.flatMap(({ name, labels, createdAt }) => {
    const marks = parseLabels(labels)
    if (marks?.owner !== owner || names.has(name)) return []
    return [{ ...marks.instance, isRunning: false, run: '', createdAt }]
  })
}
