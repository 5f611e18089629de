import { type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { getTestCluster } from '@clutch/tools/testing/test-cluster.ts'

/** A TCP way to the run's PostgreSQL that can go silent as a lost route does: nothing is closed, nothing arrives. */
export interface FreezingProxy {
  host: string
  port: number
  /** Silences every present connection permanently; later ones work. Answers how many there were. */
  freeze(): number
  /** Cuts the next `times` connections on which the client says `words`. */
  cutAt(words: string, times: number): void
  /** How many connections are open. */
  open(): number
  close(): Promise<void>
}

/** Starts one, at a free port unless another is named. */
export async function startFreezingProxy(port = 0): Promise<FreezingProxy> {
  const cluster = await getTestCluster()
  const pairs = new Set<readonly [Socket, Socket]>()
  let cuts = { words: '', times: 0 }
  const server = createServer((near) => {
    const far = connect(join(cluster.host, `.s.PGSQL.${cluster.port}`))
    const pair = [near, far] as const
    pairs.add(pair)
    near.on('data', (chunk) => {
      if (cuts.times === 0 || !String(chunk).includes(cuts.words)) return
      cuts.times -= 1
      near.destroy()
    })
    near.pipe(far)
    far.pipe(near)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        pairs.delete(pair)
        for (const either of pair) either.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('listens on no port')
  return {
    host: '127.0.0.1',
    port: at.port,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        // Read and thrown away: the other side's bytes are taken by the network, and its end is seen.
        near.resume()
        far.resume()
      }
      return pairs.size
    },
    cutAt(words, times) {
      cuts = { words, times }
    },
    open: () => pairs.size,
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
