/**
 * The SDK of Agones beside a game: HTTP at `--http-port` for the game, and at HEALTH_PORT for the kubelet. A game that was healthy and does
 * not say so any more makes its GameServer `Unhealthy`.
 */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readBody } from '../../request-body.ts'
import type { ApiObject } from '../api/object-store.ts'
import { type GameServerState, type Health, getSpec, getState } from './game-server-types.ts'

const { values } = parseArgs({
  options: { 'http-port': { type: 'string' }, 'grpc-port': { type: 'string' } },
})
const { GAMESERVER_NAME: name, POD_NAMESPACE: namespace, CLUTCH_EMULATED_API: api, HEALTH_PORT } = process.env
const address = `${api}/apis/agones.dev/v1/namespaces/${namespace}/gameservers/${name}`

async function callApi(method: string, body?: unknown): Promise<ApiObject | null> {
  const headers = { 'content-type': 'application/json', 'x-emulator-kubelet': '1' }
  const response = await fetch(address, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.ok ? ((await response.json()) as ApiObject) : null
}

/** Changes the state by the version that was read, until that succeeds. An unhealthy GameServer stays so. */
async function setState(state: GameServerState): Promise<void> {
  for (;;) {
    const gameServer = await callApi('GET').catch(() => null)
    if (
      gameServer &&
      (gameServer.metadata.deletionTimestamp || ['Unhealthy', 'Shutdown'].includes(getState(gameServer)))
    )
      return
    const status = { ...gameServer?.status, state }
    if (gameServer && (await callApi('PUT', { ...gameServer, status }).catch(() => null))) return
    await delay(500)
  }
}

/** Counts the periods without a sign of health, from the first question of the kubelet on. */
class HealthChecks {
  #lastMs = performance.now()
  #failures = 0
  #isCounting = false
  readonly #health: Required<Omit<Health, 'disabled'>>

  constructor({ periodSeconds = 5, failureThreshold = 3, initialDelaySeconds = 5 }: Health) {
    this.#health = { periodSeconds, failureThreshold, initialDelaySeconds }
  }

  touch(): void {
    this.#lastMs = performance.now()
    this.#failures = 0
  }

  isHealthy(): boolean {
    const { periodSeconds, failureThreshold } = this.#health
    if (!this.#isCounting)
      setInterval(() => {
        if (performance.now() - this.#lastMs > periodSeconds * 1_000) this.#failures += 1
        if (this.#failures === failureThreshold) void setState('Unhealthy')
      }, periodSeconds * 1_000)
    this.#isCounting = true
    return this.#failures < failureThreshold
  }
}

const gameServer = await callApi('GET')
if (!gameServer) throw new Error(`there is no GameServer ${name}`)
const checks = new HealthChecks(getSpec(gameServer).health ?? {})

createServer((request, response) => {
  const isHealthy = request.url === '/gshealthz' ? checks.isHealthy() : request.url === '/healthz'
  response.writeHead(isHealthy ? 200 : 500).end(isHealthy ? 'ok' : '')
}).listen(Number(HEALTH_PORT), '127.0.0.1')

createServer((request, response) => {
  void readBody(request, 10_000).then((body) => {
    const call = `${request.method} ${request.url}`
    const isEmpty = body === null || body.length === 0
    if (call === 'POST /ready') void setState('RequestReady')
    else if (call === 'POST /health' && !isEmpty) checks.touch()
    else return response.writeHead(isEmpty && call === 'POST /health' ? 400 : 404).end()
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
}).listen(Number(values['http-port']), 'localhost')
