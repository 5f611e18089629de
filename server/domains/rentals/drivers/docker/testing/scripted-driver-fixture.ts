import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { readConfig } from '../../../../../platform/config/config.ts'
import { openDockerDriver } from '../open-docker-driver.ts'
import type { FleetDriver, InstanceRef, InstanceSpec } from '../../driver.ts'
import { ScriptedEngine } from './scripted-engine.ts'

/** The rental of the tests with scripted engines. */
export const testInstance: InstanceRef = {
  rentalId: 'rental-1',
  number: 'sv-7f3k2q',
  generation: 1,
  hostName: 'sh-1',
}
export const testInstanceSpec: InstanceSpec = {
  ...testInstance,
  region: 'ap-shanghai',
  port: 27_200,
  files: { 'cfg/server.cfg': 'rcon_password "s3cret"\n' },
}
export const testInstanceName = 'prac-7f3k2q-g1'

const realSetTimeout = setTimeout
const timeouts = { queryMs: 60_000, changeMs: 60_000, stopMs: 0 }

/**
 * Opens a scripted engine, closed after the test. When it leaves a call unanswered, the driver's timeout for
 * that call ends at once, so that no slow machine is mistaken for a silent one. Other calls have `besideMs`.
 */
export async function openScriptedEngine(
  dialect: 'docker' | 'podman' = 'docker',
  besideMs = 20,
): Promise<ScriptedEngine> {
  const engine = await new ScriptedEngine(dialect).open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  engine.onSilence = () => void realSetTimeout(() => vi.advanceTimersByTime(timeouts.queryMs), besideMs)
  onTestFinished(() => {
    engine.close()
    vi.useRealTimers()
  })
  return engine
}

/** Opens a driver for the engines; the first is host `sh-1`. */
export function openDriverFor(
  engines: readonly Pick<ScriptedEngine, 'url'>[],
  {
    verifyCommand,
    owner = 'portal-1',
    host = {},
    classes,
  }: { verifyCommand?: string[]; owner?: string; host?: object; classes?: object } = {},
): Promise<FleetDriver> {
  const hosts = engines.map(({ url }, index) => ({
    name: `sh-${index + 1}`,
    regions: ['ap-shanghai'],
    url,
    bind: '0.0.0.0',
    public: '203.0.113.4',
    ports: '27200-27299',
    most: 40,
    subnets: '10.213.0.0/16',
    ...host,
  }))
  const config = readConfig({
    CLUTCH_ENV: 'development',
    CLUTCH_RENTAL_DRIVER: 'docker',
    CLUTCH_DOCKER_HOSTS: JSON.stringify(hosts),
    CLUTCH_DOCKER_IMAGE: 'cs2:1',
    CLUTCH_DOCKER_MOUNTS: '["/srv/cs2:/cs2:ro"]',
    CLUTCH_DOCKER_MEMORY_MB: '2048',
    CLUTCH_DOCKER_CPUS: '1.5',
    CLUTCH_DOCKER_INIT: '1',
    CLUTCH_GAME_COMMAND: '["/cs2/start","-port","{port}","-ip","{host}","+dir={folder}"]',
    CLUTCH_GAME_LABELS: 'demo',
    ...(classes && { CLUTCH_HOST_CLASSES: JSON.stringify(classes) }),
    ...(verifyCommand && { CLUTCH_GAME_VERIFY_COMMAND: JSON.stringify(verifyCommand) }),
  })
  const log = pino({ level: 'silent' })
  return openDockerDriver({ config, log }, owner, timeouts)
}
