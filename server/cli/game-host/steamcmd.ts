import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { HostError, exitCodes } from './host-error.ts'

/** Counter-Strike 2; its dedicated server is the same app. */
export const cs2AppId = '730'
/** SteamCMD reports its progress every second; without a line for this long it hangs. */
const silenceMs = 15 * 60_000
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
        exitCodes.installFailed,
      )
    steamcmd.print(`SteamCMD did not finish${state && ` (state ${state})`}; attempt ${attempt + 1}`)
  }
}

/** Reads the number of the newest public build. Throws HostError. */
export async function readNewestBuild(steamcmd: Steamcmd): Promise<string> {
  const words = ['+login', 'anonymous', '+app_info_update', '1', '+app_info_print', cs2AppId, '+quit']
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const output = await runSteamcmd(steamcmd, words)
    const [, build] = /"branches"[\s\S]*?"public"\s*\{[^{}]*?"buildid"\s+"(\d+)"/.exec(output) ?? []
    // The first request after an installation of SteamCMD often prints nothing.
    if (build !== undefined) return build
  }
  throw new HostError('SteamCMD did not report the newest build', exitCodes.installFailed)
}

/** Runs SteamCMD without a terminal; returns what it printed. Throws HostError if it cannot be run or hangs. */
function runSteamcmd({ program, home, print }: Steamcmd, words: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home },
  })
  const lines: string[] = []
  const hang = setTimeout(() => child.kill('SIGKILL'), silenceMs)
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      hang.refresh()
      lines.push(line)
      const [, step, percent] = /Update state \(0x\w+\) ([\w ]+), progress: (\d+)/.exec(line) ?? []
      if (step !== undefined && `${step} ${percent}` !== shown) print((shown = `${step} ${percent}`) + ' %')
    })
  child.once('error', (cause) =>
    reject(new HostError(`SteamCMD cannot be run: ${cause.message}`, exitCodes.installFailed)),
  )
  child.once('close', () => resolve(lines.join('\n')))
  return promise.finally(() => clearTimeout(hang))
}
