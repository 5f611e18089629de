import { setTimeout as wait } from 'node:timers/promises'
import {
  type Server,
  type ServerListDelta,
  snapshotVersionHeader,
} from '@clutch/contract/api/servers/servers.ts'
import { fetchFromPortal } from './portal-client.ts'

/** A page: keeps the list by the stream, and opens it again when it ends. */
export class ListFollower {
  version = ''
  servers: Server[] = []
  opened = 0
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(url: string) {
    this.#running = this.#run(url)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  get map(): string | undefined {
    return this.servers[0]?.map
  }

  async #run(url: string): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      await this.#follow(url).catch(() => undefined)
      // oxlint-disable-next-line no-await-in-loop -- as a page does, not at once
      await wait(100, undefined, { signal }).catch(() => undefined)
    }
  }

  async #follow(url: string): Promise<void> {
    const answer = await fetch(new URL('/api/servers/stream', url), { signal: this.#stop.signal })
    if (!answer.ok || !answer.body) return
    this.opened += 1
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) await this.#hear(url, event)
    }
  }

  async #hear(url: string, event: string): Promise<void> {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
    if (name === 'hello') await this.#load(url, (JSON.parse(data ?? '') as { version: string }).version)
    if (name !== 'delta') return
    const delta = JSON.parse(data ?? '') as ServerListDelta
    if (delta.from !== this.version) return this.#load(url, delta.to)
    const replaced = new Set([...delta.removed, ...delta.changed.map(({ id }) => id)])
    this.servers = [...this.servers.filter(({ id }) => !replaced.has(id)), ...delta.changed]
    this.version = delta.to
  }

  /** Loads the list unless it is the one that is named. */
  async #load(url: string, version: string): Promise<void> {
    if (this.version === version) return
    const answer = await fetchFromPortal(url, 'GET', '/api/servers')
    this.servers = (await answer.json()) as Server[]
    this.version = answer.headers.get(snapshotVersionHeader) ?? ''
  }
}
