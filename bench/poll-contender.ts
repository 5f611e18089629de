import { GameDig } from 'gamedig'
import { A2sClient } from '@clutch/server/servers/a2s/client.ts'
import { serveWorker } from './worker.ts'

/** One contender polls every port once, INFO and PLAYER, 64 in flight; both try twice, a second each. */
export interface Round {
  cpuUs: number
  wallMs: number
  rssMb: number
  /** Ports that did not answer. */
  missed: number[]
}

const host = '127.0.0.1'
const atOnce = 64
const timeoutMs = 1_000

type Ask = (port: number) => Promise<unknown>

const contenders: Record<string, () => Ask> = {
  ours() {
    const client = new A2sClient({ timeoutMs })
    return async (port) => {
      await client.info({ address: host, port })
      await client.players({ address: host, port })
    }
  },
  gamedig() {
    const gamedig = new GameDig()
    const options = {
      type: 'counterstrike2',
      host,
      givenPortOnly: true,
      maxRetries: 2,
      socketTimeout: timeoutMs,
    }
    return (port) => gamedig.query({ ...options, port, requestPlayers: true })
  },
}

let ask: Ask | undefined

serveWorker({
  become(name: string) {
    ask = contenders[name]?.()
  },
  async round(ports: number[]): Promise<Round> {
    const missed: number[] = []
    const left = [...ports]
    const [cpu, wall] = [process.cpuUsage(), performance.now()]
    const worker = async () => {
      for (let port = left.pop(); port !== undefined; port = left.pop()) {
        const asked = port
        await ask?.(asked).catch(() => missed.push(asked))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    const { user, system } = process.cpuUsage(cpu)
    return {
      cpuUs: user + system,
      wallMs: performance.now() - wall,
      rssMb: process.memoryUsage.rss() / 2 ** 20,
      missed,
    }
  },
})
