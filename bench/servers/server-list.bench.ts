import { type IncomingMessage, get } from 'node:http'
import type { BareResponse } from './bare-http-server.program.ts'
import { assertClaim, median, printTable, isQuick } from '../harness/results.ts'
import { ChildProgram } from '../harness/child-program.ts'

/**
 * Compares GET /api/servers with a bare node:http server that sends the same bytes and headers, alternately;
 * then its 304s. It compares CPU per answer: requests/s of one busy process, independent of other load.
 */
const serverCounts = isQuick ? [100] : [100, 1_000]
const rounds = isQuick ? 8 : 30
/** Answers per round, and before the first one, until both are compiled. */
const responsesPerRound = isQuick ? 2_000 : 4_000
const warmUpResponses = 20_000
const connections = 32
/** Another program of the machine slows one process of a pair for seconds; a slower answer is slower each time. */
const attempts = 3
const minRatio = 0.7
const path = '/api/servers'
const accept = { 'accept-encoding': 'gzip, br' }

interface RoundResult {
  perSecond: number
  cpuUs: number
}

type RoundResults = Record<'ours' | 'bare' | 'known', RoundResult>

const rows: (string | number)[][] = []
for (const count of serverCounts) {
  let measured = await measureList(count)
  for (let attempt = 1; attempt < attempts && !isFastEnough(measured); attempt += 1)
    measured = await measureList(count)
  reportResults(count, measured)
}
const columns = ['servers', 'bytes', 'ours/s', 'bare/s', '304/s', 'ours µs', 'bare µs', '304 µs', 'of bare']
printTable('GET /api/servers, CPU for each answer', columns, rows)

interface Measured {
  /** Of the answer's body. */
  bytes: number
  rounds: readonly RoundResults[]
}

async function measureList(count: number): Promise<Measured> {
  const portal = ChildProgram.start<typeof import('./list-portal.program.ts').servedTasks>(
    'servers/list-portal.program.ts',
  )
  const bare = ChildProgram.start<typeof import('./bare-http-server.program.ts').servedTasks>(
    'servers/bare-http-server.program.ts',
  )
  const load = ChildProgram.start<typeof import('./load-client.program.ts').servedTasks>(
    'servers/load-client.program.ts',
  )
  try {
    await portal.call('fill', count)
    const url = await portal.call('url')
    const sample = await fetchRawResponse(url)
    const bareUrl = await bare.call('serve', sample)
    const of = async (
      server: ChildProgram<{ cpuUs: () => number }>,
      address: string,
      headers: Record<string, string>,
      enough: number,
    ): Promise<RoundResult> => {
      const before = await server.call('cpuUs')
      const done = await load.call('load', {
        url: address,
        path,
        headers,
        connections,
        responses: enough,
      })
      return {
        perSecond: done.perSecond,
        cpuUs: ((await server.call('cpuUs')) - before) / done.responses,
      }
    }
    const round = async (enough: number): Promise<RoundResults> => ({
      ours: await of(portal, url, accept, enough),
      bare: await of(bare, bareUrl, accept, enough),
      known: await of(portal, url, { ...accept, 'if-none-match': sample.headers['etag'] ?? '' }, enough),
    })
    await round(warmUpResponses)
    const taken: RoundResults[] = []
    while (taken.length < rounds) taken.push(await round(responsesPerRound))
    return { bytes: Buffer.from(sample.body, 'base64').length, rounds: taken }
  } finally {
    await Promise.all([portal, bare, load].map((worker) => worker.stop()))
  }
}

/** The portal's own answer, byte for byte: fetch would unpack it. */
async function fetchRawResponse(url: string): Promise<BareResponse> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, url), { headers: accept }, resolve).on('error', reject)
  })
  const response = await answered
  const body = Buffer.concat(await response.toArray()).toString('base64')
  const { connection: _connection, 'keep-alive': _kept, date: _date, ...headers } = response.headers
  return { headers: headers as Record<string, string>, body }
}

/** How fast our answers are against those of a bare server, and our 304s against our answers. */
function compare({ rounds: taken }: Measured): { ratio: number; known: number } {
  return {
    ratio: median(taken.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs)),
    known: median(taken.map((round) => round.ours.cpuUs / round.known.cpuUs)),
  }
}

function isFastEnough(measured: Measured): boolean {
  const { ratio, known } = compare(measured)
  return ratio >= minRatio && known >= 1
}

function reportResults(count: number, measured: Measured): void {
  const { bytes, rounds: taken } = measured
  const { ratio, known } = compare(measured)
  const middle = (of: keyof RoundResults, figure: keyof RoundResult) =>
    Math.round(median(taken.map((round) => round[of][figure])))
  const each = (figure: keyof RoundResult) => [
    middle('ours', figure),
    middle('bare', figure),
    middle('known', figure),
  ]
  rows.push([count, bytes, ...each('perSecond'), ...each('cpuUs'), ratio.toFixed(2)])
  assertClaim(
    ratio >= minRatio,
    `${count} servers: ${ratio.toFixed(2)} of a bare node:http, at least ${minRatio}`,
  )
  assertClaim(known >= 1, `${count} servers: a 304 is as fast (${known.toFixed(2)})`)
}
