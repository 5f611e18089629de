import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { readOptionalFile } from '../../../../../platform/read-optional-file.ts'

/** A process that lives, so exactly named that another one under the same number is not taken for it. */
export interface ProcessRun {
  pid: number
  /** When it was started, as this machine counts, since which boot. */
  start: string
}

export interface LiveProcess extends ProcessRun {
  /** The session it belongs to, by the process that began it: every game begins one. */
  session: number
  /** Whom it runs as; null where that cannot be read. */
  uid: () => number | null
  /** Its environment, as far as it can be read. */
  environment: () => ReadonlyMap<string, string>
}

const isLinux = process.platform === 'linux'
/** Where the code of a process begins while it becomes another program. */
const noCodeAddress = '0'
/** The wait blocks this process, so it has a limit. */
const execTimeoutMs = 1_000
const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))
let bootId: string | undefined

/** Returns when the process with this number was started; null if there is none or it is a zombie. */
export function getStartTime(pid: number): string | null {
  return (isLinux ? readFromProc(pid) : readFromPs(['-p', String(pid)])[0])?.start ?? null
}

export function isAlive({ pid, start }: ProcessRun): boolean {
  return getStartTime(pid) === start
}

/** Every process of the machine that lives. */
export function listLiveProcesses(): LiveProcess[] {
  if (!isLinux) return readFromPs(['-A'])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readFromProc(Number(name)))
    .filter((one) => one !== null)
}

function readFromProc(pid: number): LiveProcess | null {
  const fields = readStat(pid)
  if (fields === null) return null
  const [state = '', , , session = ''] = fields
  // While other threads of a killed process end, they still have its ports and files.
  const isEnding = Number(fields[17]) > 1
  if ('ZXx'.includes(state) && !isEnding) return null
  bootId ??= (readOptionalFile('/proc/sys/kernel/random/boot_id') ?? '').slice(0, 8)
  const start = `${bootId}-${fields[19] ?? ''}`
  return {
    pid,
    start,
    session: Number(session),
    uid: () => readUid(pid),
    environment: () => readEnvironment(pid),
  }
}

/**
 * Returns the fields of /proc/PID/stat: state, parent, group, session, … threads, … start, memory, … start of
 * its code.
 */
function readStat(pid: number): string[] | null {
  const stat = readOptionalFile(`/proc/${pid}/stat`)
  // They follow its number and its name, which is in brackets and may contain anything.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readUid(pid: number): number | null {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? null
}

function readEnvironment(pid: number): ReadonlyMap<string, string> {
  const lines = readEnviron(pid).split('\0')
  return new Map(
    lines.map((line) => {
      const end = line.indexOf('=')
      return [line.slice(0, end), line.slice(end + 1)] as const
    }),
  )
}

/** One that becomes another program, as each game does at its start, has no environment for a moment, which is waited for. */
function readEnviron(pid: number): string {
  const deadline = performance.now() + execTimeoutMs
  for (let before: string | null = null; ;) {
    const text = readOptionalFile(`/proc/${pid}/environ`)
    if (text !== '') return text ?? ''
    const code = readCodeAddress(pid)
    // It was the same program before and after the look, and was given no environment.
    const isEmpty = code === null || (code === before && code !== noCodeAddress)
    if (isEmpty || performance.now() > deadline) return ''
    before = code
    if (code === noCodeAddress) Atomics.wait(sleepBuffer, 0, 0, 1)
  }
}

/** Where the code of a process begins, elsewhere for each program that it becomes; null for one that has no memory: the kernel's, or remains. */
function readCodeAddress(pid: number): string | null {
  const fields = readStat(pid)
  return fields === null || fields[20] === '0' ? null : (fields[23] ?? null)
}

/** Where there is no /proc: environments stay unknown, and a game is found by what its folder says of it alone. */
function readFromPs(which: readonly string[]): LiveProcess[] {
  const listed = spawnSync('ps', [...which, '-o', 'pid=,pgid=,stat=,lstart='], { encoding: 'utf8' })
  return listed.stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(\S.*\S)\s*$/.exec(line))
    .filter((fields) => fields !== null)
    .map(([, pid, session, , start = '']) => ({
      pid: Number(pid),
      session: Number(session),
      start: start.replaceAll(/\s+/g, '-'),
      uid: () => null,
      environment: () => new Map(),
    }))
}
