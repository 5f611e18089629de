import Docker from 'dockerode'
import type { AppContext } from '../../../../platform/context.ts'
import { openDockerDriver } from '../../drivers/docker/open-docker-driver.ts'
import type { FleetDriver } from '../../drivers/driver.ts'

const changingVerbs = new Set(['create', 'start', 'stop', 'restart', 'kill', 'archive', 'wait'])

interface Modem {
  dial: (options: EngineCall, callback: (error: unknown, answer: unknown) => void) => void
}

interface EngineCall {
  method: string
  path: string
}

/**
 * Opens the configured driver; `at` is called for each engine call that changes something, before it is sent
 * and after its answer.
 */
export function openDockerDriverWithCheckpoints(
  context: AppContext,
  owner: string,
  at: (step: string) => void,
): Promise<FleetDriver> {
  interceptEngineCalls(at)
  return openDockerDriver(context, owner, { queryMs: 20_000, changeMs: 60_000, stopMs: 1_000 })
}

function interceptEngineCalls(at: (step: string) => void): void {
  const modem = Object.getPrototypeOf(new Docker({ socketPath: '/' }).modem) as Modem
  const { dial } = modem
  modem.dial = function tapped(call, callback) {
    const callName = getCallName(call)
    if (callName === null) return dial.call(this, call, callback)
    at(`engine: ${callName}-begins`)
    return dial.call(this, call, (error, answer) => {
      at(`engine: ${callName}-done`)
      callback(error, answer)
    })
  }
}

/** `POST /containers/<id>/start?` is `post containers start`; null for a question. */
function getCallName({ method, path }: EngineCall): string | null {
  if (method === 'GET' || method === 'HEAD') return null
  const [, kind = '', ...more] = path.replace(/\?.*$/, '').split('/')
  const verb = more.find((word) => changingVerbs.has(word))
  return [method.toLowerCase(), kind, verb].filter(Boolean).join(' ')
}
