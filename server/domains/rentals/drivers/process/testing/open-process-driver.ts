import { pino } from 'pino'
import { TestClock } from '../../../../../platform/clock/clock.ts'
import { type Config, readConfig } from '../../../../../platform/config/config.ts'
import { getGameCommand } from '../../game-command.ts'
import { ProcessDriver } from '../process-driver.ts'
import type { ProcessHost } from '../process-host.ts'
import { openProcessHost, getProcessHost } from '../process-host-config.ts'

/** Config of the process driver with simulated games that idle at no cost. */
export function buildProcessConfig(dataDir: string, more: NodeJS.ProcessEnv = {}): Config {
  const plain = { CLUTCH_ENV: 'development', CLUTCH_DATA_DIR: dataDir }
  const simulated = [...(getGameCommand(readConfig(plain)) ?? []), '--idle']
  return readConfig({ ...plain, CLUTCH_GAME_COMMAND: JSON.stringify(simulated), ...more })
}

/** Opens the process driver of an owner; `at` is called for each of its steps, `tell` for what it repairs. */
export function openProcessDriver(
  config: Config,
  owner: string,
  { at, report = () => undefined }: Partial<Pick<ProcessHost, 'at' | 'report'>> = {},
): ProcessDriver {
  const processHost = openProcessHost(
    { config, clock: new TestClock(), log: pino({ level: 'silent' }) },
    owner,
    at,
  )
  return new ProcessDriver({ ...processHost, report }, [getProcessHost(config)])
}
