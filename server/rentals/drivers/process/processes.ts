import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

/** A process that lives, so exactly named that another one under the same number is not taken for it. */
export interface Run {
  pid: number
  /** When it was started, as this machine counts, since which boot. */
  start: string
}

export interface Living extends Run {
  /** The session it belongs to, by the process that began it: every game begins one. */
  session: number
  /** Its environment, as far as it can be read. */
  environment: () => ReadonlyMap<string, string>
}

const isLinux = process.platform === 'linux'
let bootId: string | undefined

/** When the process under this number was started; null where there is none, or only its remains wait to be collected. */
export function startOf(pid: number): string | null {
  return (isLinux ? fromProc(pid) : fromPs(['-p', String(pid)])[0])?.start ?? null
}

export function lives({ pid, start }: Run): boolean {
  return startOf(pid) === start
}

/** Every process of the machine that lives. */
export function living(): Living[] {
  if (!isLinux) return fromPs(['-A'])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fromProc(Number(name)))
    .filter((one) => one !== null)
}

function fromProc(pid: number): Living | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in brackets and may hold anything; behind it come state, parent, group, session, … threads, … and the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = '', , , session = ''] = fields
  // While other threads of a killed process end, they still have its ports and files.
  const isEnding = Number(fields[17]) > 1
  if ('ZXx'.includes(state) && !isEnding) return null
  bootId ??= (readOrNull('/proc/sys/kernel/random/boot_id') ?? '').slice(0, 8)
  const start = `${bootId}-${fields[19] ?? ''}`
  return { pid, start, session: Number(session), environment: () => environmentOf(pid) }
}

function environmentOf(pid: number): ReadonlyMap<string, string> {
  const lines = (readOrNull(`/proc/${pid}/environ`) ?? '').split('\0')
  return new Map(
    lines.map((line) => {
      const end = line.indexOf('=')
      return [line.slice(0, end), line.slice(end + 1)] as const
    }),
  )
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Where there is no /proc: environments stay unknown, and a game is found by what its folder says of it alone. */
function fromPs(which: readonly string[]): Living[] {
  const listed = spawnSync('ps', [...which, '-o', 'pid=,pgid=,stat=,lstart='], { encoding: 'utf8' })
  return listed.stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(\S.*\S)\s*$/.exec(line))
    .filter((fields) => fields !== null)
    .map(([, pid, session, , start = '']) => ({
      pid: Number(pid),
      session: Number(session),
      start: start.replaceAll(/\s+/g, '-'),
      environment: () => new Map(),
    }))
}
