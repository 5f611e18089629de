import { GameDig } from 'gamedig'
import { A2sClient } from '@clutch/server/domains/servers/a2s/a2s-client.ts'
import { serveTasks } from '../harness/child-program.ts'

/** One contender polls every port once, INFO and PLAYER, 64 in flight; both try twice, a second each. */
export interface PollRound {
  cpuUs: number
  wallMs: number
  rssMb: number
  /** Ports that did not answer. */
  missedPorts: number[]
}

const host = '127.0.0.1'
const concurrency = 64
const timeoutMs = 1_000

type PollServer = (port: number) => Promise<unknown>

const contenders: Record<string, () => PollServer> = {
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

let pollServer: PollServer | undefined

export const servedTasks = serveTasks({
  become(name: string) {
    pollServer = contenders[name]?.()
  },
  async round(ports: number[]): Promise<PollRound> {
    const missed: number[] = []
    const left = [...ports]
    const [cpu, wall] = [process.cpuUsage(), performance.now()]
    const worker = async () => {
      for (let port = left.pop(); port !== undefined; port = left.pop()) {
        const asked = port
        await pollServer?.(asked).catch(() => missed.push(asked))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    const { user, system } = process.cpuUsage(cpu)
    return {
      cpuUs: user + system,
      wallMs: performance.now() - wall,
      rssMb: process.memoryUsage.rss() / 2 ** 20,
      missedPorts: missed,
    }
  },
})
