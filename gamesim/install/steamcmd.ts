import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { writeCs2Tree } from './cs2-tree.ts'

/**
 * In place of SteamCMD's program, which its start script runs (`write-steamcmd.ts`): serves the builds of a state file
 * (`FAKE_STEAMCMD_STATE`) in SteamCMD's own words. `fails` is taken from its beginning, one for each run: `disk`, `network`, `half` (ends as if killed in the middle of a
 * download), `silent` (an answer without content, as after SteamCMD's own update), `lies` (reports a success that Steam's record does not
 * confirm), `hang` (prints nothing more and never ends), `restart` (has updated itself, and wants to be started again), `remain` (ends, but a
 * process that it started does not).
 */
interface SteamState {
  build: string
  /** How long each of the ten steps of a download takes, ms. */
  stepMs?: number
  fails?: string[]
  /** When the build was published, in milliseconds. */
  publishedAt?: number
}

/** Its start script runs it again after this exit code. */
const restartCode = 42

const statePath = process.env['FAKE_STEAMCMD_STATE'] ?? ''
const state = JSON.parse(readFileSync(statePath, 'utf8')) as SteamState
const words = process.argv.slice(2)
appendFileSync(`${statePath}.calls`, `${words.join(' ')}\n`)
const [failure = '', ...later] = state.fails ?? []
writeFileSync(statePath, JSON.stringify({ ...state, fails: later }))

console.log('Loading Steam API...OK')
if (failure === 'restart') process.exit(restartCode)
if (failure === 'remain') spawn('sleep', ['600'], { stdio: 'inherit', cwd: dirname(statePath) }).unref()
if (words.includes('+app_info_print')) printAppInfo()
else if (words.includes('+app_update')) process.exitCode = await update(readFolder())

function readFolder(): string {
  return words[words.indexOf('+force_install_dir') + 1] ?? ''
}

function printAppInfo(): void {
  if (failure === 'silent') return
  console.log(`AppID : 730, change number : 1/0, last change : now
"730"
{
\t"depots"
\t{
\t\t"branches"
\t\t{
\t\t\t"public"
\t\t\t{
\t\t\t\t"buildid"\t\t"${state.build}"
\t\t\t\t"timeupdated"\t\t"${Math.floor((state.publishedAt ?? 1_000) / 1_000)}"
\t\t\t}
\t\t\t"previous"
\t\t\t{
\t\t\t\t"buildid"\t\t"1"
\t\t\t}
\t\t}
\t}
}`)
}

/** Returns the exit code. */
async function update(folder: string): Promise<number> {
  mkdirSync(join(folder, 'game/csgo'), { recursive: true })
  for (let step = 0; step < 10; step += 1) {
    console.log(` Update state (0x61) downloading, progress: ${step}0.00 (${step} / 10)`)
    writeFileSync(join(folder, 'game/csgo/pak01_dir.vpk'), `part ${step} of build ${state.build}`)
    await wait(state.stepMs ?? 0)
    if (step === 5 && failure === 'hang') await new Promise(() => setInterval(() => undefined, 60_000))
    if (step === 5 && failure === 'half') process.kill(process.pid, 'SIGKILL')
    if (step === 5 && failure === 'network') return fail('0x602')
    if (step === 5 && failure === 'disk') return fail('0x202')
  }
  writeCs2Tree(folder, state.build)
  mkdirSync(join(folder, 'steamapps'), { recursive: true })
  const flags = failure === 'lies' ? '1026' : '4'
  const record = `"AppState"\n{\n\t"appid"\t\t"730"\n\t"StateFlags"\t\t"${flags}"\n\t"buildid"\t\t"${state.build}"\n}\n`
  writeFileSync(join(folder, 'steamapps/appmanifest_730.acf'), record)
  console.log("Success! App '730' fully installed.")
  return 0
}

function fail(code: string): number {
  console.log(`Error! App '730' state is ${code} after update job.`)
  return 8
}
