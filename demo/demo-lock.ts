import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Another demo runs on this data directory. */
export class DemoAlreadyRunning extends Error {
  override name = 'DemoRunning'
}

/** Takes the lock file and answers how to give it back. One whose process is gone counts as free. Throws DemoRunning. */
export function acquireLock(file: string): () => void {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isFileExistsError(error)) throw error
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (isDemoProcess(pid))
      throw new DemoAlreadyRunning(`the demo of this data directory is already running (pid ${pid})`)
    rmSync(file, { force: true })
    return acquireLock(file)
  }
  return () => rmSync(file, { force: true })
}

function isFileExistsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

/** Pid numbers are used again: only a living process that runs this program counts. */
function isDemoProcess(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  const ps = spawnSync('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' })
  return !ps.stdout.startsWith('Z') && ps.stdout.includes('demo/start.ts')
}
