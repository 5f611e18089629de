import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameEvent } from '../game-events.ts'
import { sendPost } from '../http-post.ts'
import { readCustomHeader } from './matchzy-cvars.ts'

export interface DemoOptions {
  cvars: ReadonlyMap<string, string>
  /** The folder of the server; made when missing. */
  folder: () => string
  /** Epoch ms by the game clock. */
  now: () => number
  /** Schedules a task after some game ms, on any map. */
  schedule: (ms: number, task: () => void) => void
  matchId: () => number
  /** Whether the next upload breaks off. */
  isLost: () => boolean
  bytes: number
  maxDemos: number
}

interface Recording {
  name: string
  matchId: number
  rounds: number
}

const writeDelayMs = 15_000
const uploadTimeoutMs = 60_000

/** Records a demo of every match, writes it some seconds after its end and uploads it once, as MatchZy does. */
export class DemoRecorder {
  readonly #options: DemoOptions
  readonly #working = new Set<Promise<void>>()
  #recording: Recording | null = null

  constructor(options: DemoOptions) {
    this.#options = options
  }

  /** Resolves when everything begun so far is written and uploaded. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.#working)
  }

  handleEvent(gameEvent: GameEvent): void {
    if (gameEvent.kind === 'match-started') this.#startRecording(gameEvent.map)
    else if (gameEvent.kind === 'round-won' && this.#recording) this.#recording.rounds += 1
    else if (gameEvent.kind === 'game-over' || gameEvent.kind === 'map-loading') this.#stopRecording()
    else if (gameEvent.kind === 'crashed') this.#recording = null
  }

  #startRecording(map: string): void {
    const time = new Date(this.#options.now())
      .toISOString()
      .slice(0, 19)
      .replaceAll(':', '-')
      .replace('T', '_')
    const matchId = this.#options.matchId()
    this.#recording = { name: `${time}_${matchId}_${map}_CT_vs_TERRORIST.dem`, matchId, rounds: 0 }
  }

  #stopRecording(): void {
    const recording = this.#recording
    this.#recording = null
    if (recording === null) return
    this.#options.schedule(writeDelayMs, () => {
      const work = this.#saveDemo(recording).catch(() => undefined)
      this.#working.add(work)
      void work.finally(() => this.#working.delete(work))
    })
  }

  async #saveDemo(recording: Recording): Promise<void> {
    const folder = join(this.#options.folder(), 'MatchZy')
    await mkdir(folder, { recursive: true })
    const path = join(folder, recording.name)
    await writeFile(path, createDemoFile(recording.name, this.#options.bytes))
    await this.#uploadDemo(path, recording)
    const demos = (await readdir(folder)).filter((name) => name.endsWith('.dem')).toSorted()
    await Promise.all(demos.slice(0, -this.#options.maxDemos).map((name) => rm(join(folder, name))))
  }

  async #uploadDemo(path: string, recording: Recording): Promise<void> {
    const { cvars, bytes } = this.#options
    const url = cvars.get('matchzy_demo_upload_url') ?? ''
    if (!URL.canParse(url) || this.#options.isLost()) return
    const facts = {
      FileName: recording.name,
      MatchId: String(recording.matchId),
      MapNumber: '0',
      RoundNumber: String(recording.rounds),
    }
    const headers: Record<string, string> = {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes),
    }
    for (const [name, value] of Object.entries(facts)) {
      headers[`MatchZy-${name}`] = value
      headers[`Get5-${name}`] = value
    }
    Object.assign(headers, readCustomHeader(cvars, 'matchzy_demo_upload'))
    await sendPost({ url, headers, body: createReadStream(path), timeoutMs: uploadTimeoutMs })
  }
}

/** A file that starts as CS2 demos do and whose rest tells which one it is. */
function createDemoFile(name: string, bytes: number): Buffer {
  const content = Buffer.alloc(bytes, `${name}\n`)
  content.write('PBDEMS2\0', 'latin1')
  return content
}
