import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem } from 'node:os'
import { join } from 'node:path'
import type { CheckResult } from './trials/trial-checks.ts'
import type { HostFolder } from './host-folder.ts'
import { formatGb } from './builds/install-build.ts'

/** One more build has to fit beside the present one. */
const wantedDiskBytes = 75e9
/** A server takes 1 to 2 GB. */
const wantedMemoryBytes = 2e9
const program = 'game/bin/linuxsteamrt64/cs2'

/** What can be said of the host without starting a server. */
export async function checkHost(host: HostFolder, build: string, port: number): Promise<CheckResult[]> {
  const path = host.getBuildPath(build)
  const free = host.getFreeBytes()
  const memory = freemem()
  return [
    { name: 'the build is complete', ok: host.isComplete(build), detail: build },
    ...[program, 'game/csgo/gameinfo.gi', 'steamclient.so'].map((file) => ({
      name: `${file} is there`,
      ok: existsSync(join(path, file)),
      detail: join(path, file),
    })),
    checkLibraries(join(path, program)),
    { name: 'disk for one more build', ok: free >= wantedDiskBytes, detail: `${formatGb(free)} free` },
    { name: 'memory for a server', ok: memory >= wantedMemoryBytes, detail: `${formatGb(memory)} free` },
    await checkPort(port),
  ]
}

/** Fails where a library that the game needs is missing, as outside of the Steam runtime "sniper". */
function checkLibraries(file: string): CheckResult {
  const { stdout, stderr, status } = spawnSync('ldd', [file], { encoding: 'utf8' })
  const missing = `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter((line) => /not found/.test(line))
  const known = status === 0 ? 'all found' : 'not a program with libraries'
  return {
    name: 'runtime libraries',
    ok: missing.length === 0,
    detail: missing.map((line) => line.trim()).join(', ') || known,
  }
}

async function checkPort(port: number): Promise<CheckResult> {
  const name = `port ${port} is free (UDP and TCP)`
  try {
    const tcp = createServer().listen(port, '0.0.0.0')
    await once(tcp, 'listening')
    tcp.close()
    const udp = createSocket('udp4')
    udp.bind({ port, address: '0.0.0.0', exclusive: true })
    await once(udp, 'listening')
    udp.close()
    return { name, ok: true, detail: 'free' }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** The report of `doctor` as Markdown, to be pasted into an issue; it holds no secret and no address. */
export function formatReport(facts: Record<string, string>, results: readonly CheckResult[]): string {
  return [
    '| Fact | |',
    '| --- | --- |',
    ...Object.entries(facts).map(([name, value]) => `| ${name} | ${value} |`),
    '',
    '| Check | Result | Detail |',
    '| --- | --- | --- |',
    ...results.map(
      ({ name, ok, detail }) => `| ${name} | ${ok ? 'pass' : '**FAIL**'} | ${detail.replaceAll('|', '/')} |`,
    ),
  ].join('\n')
}
