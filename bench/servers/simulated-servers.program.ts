import { type Gamesim, startGamesim } from '@clutch/gamesim/index.ts'
import { serveTasks } from '../harness/child-program.ts'

export interface SimulatedServersOptions {
  count: number
  /** Share of requests that get lost. */
  loss: number
  /** Share of servers that are down. */
  dead: number
}

/** Port 0 looks among fewer ports than the largest bench has servers; nothing else listens here while benches run. */
const firstPort = 20_000

let sim: Gamesim | undefined

export const servedTasks = serveTasks(
  {
    async start({ count, loss, dead }: SimulatedServersOptions): Promise<{ live: number[]; dead: number[] }> {
      sim = await startGamesim({ servers: count, idle: true, seed: 'bench', port: firstPort })
      const every = dead > 0 ? Math.round(1 / dead) : Infinity
      const down = sim.servers.filter(({ index }) => index % every === every - 1)
      const ports = down.map(({ port }) => port)
      await Promise.all(down.map((server) => server.crash()))
      for (const server of sim.servers) server.faults.loss = loss
      return { live: sim.servers.flatMap(({ port, isRunning }) => (isRunning ? [port] : [])), dead: ports }
    },
  },
  () => sim?.close(),
)
