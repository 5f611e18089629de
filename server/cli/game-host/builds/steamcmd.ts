import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { HostError, exitCodes } from '../host-error.ts'

/** Counter-Strike 2; its dedicated server is the same app. */
export const cs2AppId = '730'
/** SteamCMD reports its progress every second; without a line for this long it hangs. */
const silenceMs = 15 * 60_000
/** How long output is read that has not come when the program has ended. */
const drainMs = 2_000
/** SteamCMD of a command that was killed ends at once. */
const lockSeconds = 30
/** Of `flock`, and of no SteamCMD. */
const lockedCode = 75
const attempts = 3
/** States of a failed update that mean a full disk or an exhausted quota (LinuxGSM's list of SteamCMD's errors). */
const diskStates = new Set(['0x202', '0x212', '0x402202'])

export interface Steamcmd {
  program: string
  /** SteamCMD keeps its own files here. */
  home: string
  print: (line: string) => void
}

/** Downloads the newest build into a folder, which SteamCMD continues where an earlier download ended. Throws HostError. */
export async function downloadGame(steamcmd: Steamcmd, folder: string): Promise<void> {
  const words = [
    '+force_install_dir',
    folder,
    '+login',
    'anonymous',
    '+app_update',
    cs2AppId,
    'validate',
    '+quit',
  ]
  for (let attempt = 1; ; attempt += 1) {
    const output = await runSteamcmd(steamcmd, words)
    // The exit code is 0 after some failures: only this line is a success.
    if (/Success! App '730' (?:fully installed|already up to date)/.test(output)) return
    const [, state = ''] = /Error! App '730' state is (0x[\da-f]+)/i.exec(output) ?? []
    if (diskStates.has(state.toLowerCase()))
      throw new HostError(`SteamCMD: the disk is full (state ${state})`, exitCodes.installFailed)
    if (attempt === attempts)
      throw new HostError(
        `SteamCMD failed ${attempts} times${state && `, last with state ${state}`}`,
        exitCodes.steamSilent,
      )
    steamcmd.print(`SteamCMD did not finish${state && ` (state ${state})`}; attempt ${attempt + 1}`)
  }
}

/** A public build and when Steam published it; null where it does not say. */
export interface PublishedBuild {
  build: string
  publishedAt: Date | null
}

/** Reads the newest public build. Throws HostError. */
export async function readNewestBuild(steamcmd: Steamcmd): Promise<PublishedBuild> {
  const words = ['+login', 'anonymous', '+app_info_update', '1', '+app_info_print', cs2AppId, '+quit']
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const output = await runSteamcmd(steamcmd, words)
    const [, branch = ''] = /"branches"[\s\S]*?"public"\s*\{([^{}]*)\}/.exec(output) ?? []
    const [, build] = /"buildid"\s+"(\d+)"/.exec(branch) ?? []
    const [, seconds] = /"timeupdated"\s+"(\d+)"/.exec(branch) ?? []
    // The first request after an installation of SteamCMD often prints nothing.
    if (build !== undefined)
      return { build, publishedAt: seconds === undefined ? null : new Date(Number(seconds) * 1_000) }
  }
  throw new HostError('SteamCMD did not report the newest build', exitCodes.steamSilent)
}

/**
 * Runs its words as a program in the group of this shell, and kills the group when the pipe at its input is closed, as it is when the
 * process that started it ends. `cat` and the program inherit the lock on the folder, which so ends with the last of them.
 */
const groupScript = `exec 3<&0
"$@" </dev/null 3<&- &
program=$!
{ cat <&3; kill -KILL 0; } >/dev/null 2>&1 &
wait "$program"`

/**
 * Runs SteamCMD without a terminal; returns what it printed. Its start script runs the program proper, which starts more: all of them are
 * one group that is killed when it hangs, when the script has ended, and when this process is killed. Throws HostError if it cannot be
 * run, or one of a process that was killed is still at work.
 */
async function runSteamcmd({ program, home, print }: Steamcmd, words: readonly string[]): Promise<string> {
  const lock = [
    '--timeout',
    String(lockSeconds),
    '--conflict-exit-code',
    String(lockedCode),
    join(home, '.lock'),
  ]
  const child = spawn('flock', [...lock, 'sh', '-c', groupScript, 'sh', program, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, HOME: home },
  })
  const lines: string[] = []
  const hang = setTimeout(() => killGroup(child), silenceMs)
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      hang.refresh()
      lines.push(line)
      const [, step, percent] = /Update state \(0x\w+\) ([\w ]+), progress: (\d+)/.exec(line) ?? []
      if (step !== undefined && `${step} ${percent}` !== shown) print((shown = `${step} ${percent}`) + ' %')
    })
  const code = await waitForEnd(child).finally(() => clearTimeout(hang))
  if (code === lockedCode) throw new HostError('another SteamCMD is at work on this folder', exitCodes.busy)
  if (code === 126 || code === 127)
    throw new HostError(`SteamCMD cannot be run: ${lines.at(-1) ?? ''}`, exitCodes.installFailed)
  return lines.join('\n')
}

/** Kills what is left of a group once its first process has ended; returns the exit code, when its output is read. */
function waitForEnd(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  let drain: NodeJS.Timeout | undefined
  child.once('error', ({ message }) =>
    reject(new HostError(`flock (util-linux) cannot be run: ${message}`, exitCodes.installFailed)),
  )
  child.once('exit', () => {
    killGroup(child)
    // A process that left the group may hold the pipes open.
    drain = setTimeout(() => [child.stdout, child.stderr].forEach((stream) => stream.destroy()), drainMs)
  })
  child.once('close', (code) => resolve(code))
  return promise.finally(() => clearTimeout(drain))
}

function killGroup({ pid }: { pid?: number | undefined }): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
