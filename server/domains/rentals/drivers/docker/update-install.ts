import { createHash } from 'node:crypto'
import type Docker from 'dockerode'
import { type InstallUpdate, HostUnreachable } from '../driver.ts'
import { type InstallAction, getInstallCommand, stateVariable } from '../install-command.ts'
import { parseMount } from './containers/container-spec.ts'
import { toDriverError } from './engine/engine-errors.ts'
import type { DockerHost } from './docker-target.ts'
import type { InstallUpdater } from './game-image.types.ts'

const opLabel = 'clutch.update'
/** With the state of the host, and what npm adds after a failure. */
const outputLines = 24

/**
 * Implements `FleetDriver.updateInstall` with a container: the engine remembers its run and its exit code. It is no instance: it has
 * no owner label, sees the install writable and reaches Steam through the engine's default network.
 */
export async function updateInstall(
  { engine }: Pick<DockerHost, 'engine'>,
  updater: InstallUpdater | null,
  { owner, op, action }: { owner: string; op: string; action: InstallAction },
): Promise<InstallUpdate | null> {
  const command = updater && getInstallCommand(updater.command, action)
  if (updater === null || command === null) return null
  const name = `clutch-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}-update`
  const found = await engine.inspect(name)
  if (found?.isRunning === true) return { state: 'running', output: await engine.readLog(name, outputLines) }
  const isSame = found?.labels[opLabel] === op
  if (found && isSame && found.hasRun) {
    const output = await engine.readLog(name, outputLines)
    return { state: found.exitCode === 0 ? 'done' : 'failed', output }
  }
  if (found && !isSame) await engine.remove(found.id, { force: true })
  try {
    if (!isSame) await engine.create(buildUpdater({ ...updater, command }, name, op))
    await engine.start(name)
    return { state: 'running', output: '' }
  } catch (error) {
    const driverError = toDriverError(error)
    if (driverError instanceof HostUnreachable) throw driverError
    // A missing image or program: it would fail again.
    return { state: 'failed', output: driverError.message }
  }
}

function buildUpdater(
  { image, command: [program = '', ...words], mounts }: InstallUpdater,
  name: string,
  op: string,
): Docker.ContainerCreateOptions {
  return {
    name,
    Image: image,
    Entrypoint: [program],
    Cmd: words,
    // With a terminal the engine stores the output as it is, not in frames.
    Tty: true,
    Env: [`${stateVariable}=1`],
    Labels: { [opLabel]: op },
    HostConfig: {
      Mounts: mounts.map(parseMount),
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m' } },
    },
  }
}
