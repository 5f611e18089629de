import { type IncomingMessage, get } from 'node:http'
import type { Bare } from './bare-worker.ts'
import { hold, median, printTable, quick } from './figures.ts'
import type { Loaded } from './load-worker.ts'
import { Worker } from './worker.ts'

/**
 * GET /api/servers beside a bare node:http server that sends the same bytes and headers, by turns; then its 304s. What
 * is compared is CPU for each answer: requests/s of one busy process, but not of whatever else the machine does.
 */
const counts = quick ? [100] : [100, 1_000]
const rounds = quick ? 15 : 30
/** Answers in a round, and before the first: until then the machine code of neither is what it will be. */
const answers = quick ? 2_000 : 4_000
const warmUp = 20_000
const connections = 32
const path = '/api/servers'
const accept = { 'accept-encoding': 'gzip, br' }

interface Figure {
  perSecond: number
  cpuUs: number
}

type Figures = Record<'ours' | 'bare' | 'known', Figure>

const rows: (string | number)[][] = []
for (const count of counts) await measure(count)
const columns = ['servers', 'bytes', 'ours/s', 'bare/s', '304/s', 'ours µs', 'bare µs', '304 µs', 'of bare']
printTable('GET /api/servers, CPU for each answer', columns, rows)

async function measure(count: number): Promise<void> {
  const portal = Worker.start('portal-worker.ts')
  const bare = Worker.start('bare-worker.ts')
  const load = Worker.start('load-worker.ts')
  try {
    await portal.ask('fill', count)
    const url = await portal.ask<string>('url')
    const sample = await sampleOf(url)
    const bareUrl = await bare.ask<string>('serve', sample)
    const of = async (
      server: Worker,
      address: string,
      headers: Record<string, string>,
      enough: number,
    ): Promise<Figure> => {
      const before = await server.ask<number>('cpuUs')
      const done = await load.ask<Loaded>('load', {
        url: address,
        path,
        headers,
        connections,
        answers: enough,
      })
      return {
        perSecond: done.perSecond,
        cpuUs: ((await server.ask<number>('cpuUs')) - before) / done.answers,
      }
    }
    const round = async (enough: number): Promise<Figures> => ({
      ours: await of(portal, url, accept, enough),
      bare: await of(bare, bareUrl, accept, enough),
      known: await of(portal, url, { ...accept, 'if-none-match': sample.headers['etag'] ?? '' }, enough),
    })
    await round(warmUp)
    const taken: Figures[] = []
    while (taken.length < rounds) taken.push(await round(answers))
    report(count, Buffer.from(sample.body, 'base64').length, taken)
  } finally {
    await Promise.all([portal, bare, load].map((worker) => worker.stop()))
  }
}

/** The portal's own answer, byte for byte: fetch would unpack it. */
async function sampleOf(url: string): Promise<Bare> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, url), { headers: accept }, resolve).on('error', reject)
  })
  const response = await answered
  const body = Buffer.concat(await response.toArray()).toString('base64')
  const { connection: _connection, 'keep-alive': _kept, date: _date, ...headers } = response.headers
  return { headers: headers as Record<string, string>, body }
}

function report(count: number, bytes: number, taken: readonly Figures[]): void {
  const ratio = median(taken.map(({ ours, bare }) => bare.cpuUs / ours.cpuUs))
  const known = median(taken.map((round) => round.ours.cpuUs / round.known.cpuUs))
  const middle = (of: keyof Figures, figure: keyof Figure) =>
    Math.round(median(taken.map((round) => round[of][figure])))
  const each = (figure: keyof Figure) => [
    middle('ours', figure),
    middle('bare', figure),
    middle('known', figure),
  ]
  rows.push([count, bytes, ...each('perSecond'), ...each('cpuUs'), ratio.toFixed(2)])
  hold(ratio >= 0.7, `${count} servers: ${ratio.toFixed(2)} of a bare node:http, at least 0.7`)
  hold(known >= 1, `${count} servers: a 304 is as fast (${known.toFixed(2)})`)
}
