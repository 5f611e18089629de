import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ExitResult {
  code: number | null
  stdout: string
  stderr: string
}

/** One of this repository's programs, started for a test with an IPC channel, as `demo/start.ts` starts the portal. */
export interface Program {
  child: ChildProcess
  /** What it reported over IPC when ready; rejects with its output if it exits before that. */
  ready: Promise<Record<string, unknown>>
  ended: Promise<ExitResult>
}

/**
 * Starts `node <path>` with only PATH, the compile cache directory and the given variables in its
 * environment. `version` is the folder of another version of the repository.
 */
export function startProgram(
  path: string,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
  version = root,
): Program {
  const child = spawn(process.execPath, [join(version, path), ...args], {
    cwd: version,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += String(chunk)))
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += String(chunk)))
  const ended = whenEnded(child).then((code) => ({ code, ...said }))
  const ready = new Promise<Record<string, unknown>>((resolve, reject) => {
    child.on('message', (message: Record<string, unknown>) => message['ready'] === true && resolve(message))
    void ended.then(({ code, stderr }) => reject(new Error(`${path} ended with ${code}: ${stderr}`)))
  })
  ready.catch(() => undefined)
  return { child, ready, ended }
}

/**
 * Returns the exit code, once all output has arrived; 'close' is not emitted after a disconnect from our
 * side.
 */
async function whenEnded(child: ChildProcess): Promise<number | null> {
  const written = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []))
  const [code] = (await once(child, 'exit')) as [number | null]
  await Promise.all(written)
  return code
}
