/**
 * A Chromium that is driven through its protocol alone. Playwright runs scripts of its own in a page it opens, which take 50 ms on a slow
 * processor: a visit whose tasks are measured must not contain them.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from '@clutch/tools/browser.ts'

type Parameters = Record<string, unknown>

interface Message {
  id?: number
  method?: string
  params?: Parameters
  result?: Parameters
  error?: { message: string }
}

/** An event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  ph: string
  name: string
  pid: number
  tid: number
  ts: number
  /** From begin to end, and the processor time of the thread in between. */
  dur?: number
  tdur?: number
  args?: { name?: string; beginData?: { url?: string } }
}

const traceCategories = ['toplevel', 'devtools.timeline']

export class Chromium {
  readonly #program: ChildProcess
  readonly #folder: string
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #trace: TraceEvent[] = []
  #onTraceEnd: () => void = () => undefined
  #sent = 0

  private constructor(program: ChildProcess, folder: string, socket: WebSocket) {
    this.#program = program
    this.#folder = folder
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message))
  }

  static async launch(): Promise<Chromium> {
    const folder = mkdtempSync(join(tmpdir(), 'clutch-chromium-'))
    const flags = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
    const program = spawn(await ensureBrowser(), [...flags, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const socket = new WebSocket(await readAddress(program))
    await once(socket, 'open')
    return new Chromium(program, folder, socket)
  }

  /** Opens an empty page in a profile of its own. */
  async openPage(): Promise<ChromiumPage> {
    const { browserContextId } = await this.send('Target.createBrowserContext')
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank', browserContextId })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    return {
      send: (method, params) => this.send(method, params, String(sessionId)),
      evaluate: async (expression) => {
        const request = { expression, returnByValue: true, awaitPromise: true }
        const { result } = await this.send('Runtime.evaluate', request, String(sessionId))
        return (result as { value?: unknown }).value
      },
      close: async () => {
        await this.send('Target.disposeBrowserContext', { browserContextId })
      },
    }
  }

  /** Sends one command of the protocol; rejects with what Chromium replies to a refused one. */
  send(method: string, params: Parameters = {}, sessionId?: string): Promise<Parameters> {
    const id = (this.#sent += 1)
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result ?? {}) : reject(new Error(`${method}: ${error.message}`)),
      )
    })
  }

  /** Returns the events of all processes while `act` runs. */
  async trace(act: () => Promise<void>): Promise<TraceEvent[]> {
    this.#trace.length = 0
    const traceConfig = { includedCategories: traceCategories }
    await this.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
    await act()
    const ended = new Promise<void>((resolve) => (this.#onTraceEnd = resolve))
    await this.send('Tracing.end')
    await ended
    return [...this.#trace]
  }

  async close(): Promise<void> {
    const ended = once(this.#program, 'exit')
    // A signal would end only the script that some systems start Chromium by.
    await Promise.race([this.send('Browser.close'), ended])
    await ended
    this.#socket.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    } else if (message.method === 'Tracing.dataCollected')
      this.#trace.push(...(message.params?.['value'] as TraceEvent[]))
    else if (message.method === 'Tracing.tracingComplete') this.#onTraceEnd()
  }
}

export interface ChromiumPage {
  send: (method: string, params?: Parameters) => Promise<Parameters>
  /** Returns the value of an expression, as JSON carries it. */
  evaluate: (expression: string) => Promise<unknown>
  close: () => Promise<void>
}

/**
 * The tasks of the main thread that loaded a document, from its first bytes on. The processor time of a task is what the page itself took;
 * on a busy machine the clock also counts other programs.
 */
export function listTasks(trace: readonly TraceEvent[], url: string): TraceEvent[] {
  const parsing = trace
    .filter(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url)
    .toSorted((a, b) => a.ts - b.ts)[0]
  if (parsing === undefined) throw new Error(`the trace does not contain ${url}`)
  return trace.filter(
    ({ ph, name, pid, tid, ts, dur = 0 }) =>
      ph === 'X' &&
      name === 'ThreadControllerImpl::RunTask' &&
      pid === parsing.pid &&
      tid === parsing.tid &&
      ts + dur >= parsing.ts,
  )
}

/** What the browser does to draw a document, with or without a script. */
const drawing = new Set([
  'ParseHTML',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'Layerize',
  'Commit',
])

/** The processor time of a task without what the browser does to draw the page, ms: evaluating and running scripts. */
export function measureScript(task: TraceEvent, trace: readonly TraceEvent[]): number {
  const drawn = trace
    .filter(
      ({ ph, name, pid, tid }) => ph === 'X' && drawing.has(name) && pid === task.pid && tid === task.tid,
    )
    .filter(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0))
    .toSorted((a, b) => a.ts - b.ts)
  // Those within another are part of it.
  let end = 0
  let drawnFor = 0
  for (const { ts, dur = 0, tdur = 0 } of drawn) {
    if (ts < end) continue
    end = ts + dur
    drawnFor += tdur
  }
  return ((task.tdur ?? 0) - drawnFor) / 1_000
}

/** Returns where the program listens for commands. What it writes later is not kept. */
function readAddress(program: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    program.stderr?.on('data', (part: Buffer) => {
      text += String(part)
      const [address] = /ws:\/\/\S+/.exec(text) ?? []
      if (address === undefined) return
      resolve(address)
      text = ''
    })
    program.once('exit', () => reject(new Error(`Chromium ended: ${text}`)))
  })
}
