import { buildPage } from '@clutch/demo/page-build.ts'
import { ChildProgram } from '../harness/child-program.ts'
import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'

/**
 * CPU that the portal uses for one document with content from memory. The baseline is GET /api/servers of the same portal in the same
 * run.
 */
const servers = 100
const rounds = isQuick ? 5 : 15
const documentsPerRound = isQuick ? 100 : 300
const maxCachedUs = 2_000
const headers = { 'accept-encoding': 'br' }

buildPage(console.log)
const portal = ChildProgram.start<typeof import('../servers/list-portal.program.ts').servedTasks>(
  'servers/list-portal.program.ts',
)
try {
  await portal.call('fill', servers)
  const url = await portal.call('url')
  const fetchAll = async (path: string, count: number): Promise<void> => {
    for (let done = 0; done < count; done += 1)
      await (await fetch(`${url}${path}`, { headers })).arrayBuffer()
  }
  const measureUs = async (count: number, run: () => Promise<void>): Promise<number> => {
    const before = await portal.call('cpuUs')
    await run()
    return ((await portal.call('cpuUs')) - before) / count
  }
  const html = await (await fetch(url)).text()
  assertClaim(html.includes('id="first-view"'), 'the document has content')

  const paths = ['/', '/leaderboard', '/vip', '/faq', '/pracc']
  for (const path of [...paths, '/api/servers']) await fetchAll(path, documentsPerRound)
  const rows: (string | number)[][] = []
  const listUs = await medianOf(() =>
    measureUs(documentsPerRound, () => fetchAll('/api/servers', documentsPerRound)),
  )
  rows.push(['GET /api/servers', Math.round(listUs), '1.0'])
  for (const path of paths) {
    const us = await medianOf(() => measureUs(documentsPerRound, () => fetchAll(path, documentsPerRound)))
    rows.push([`${path} from memory`, Math.round(us), (us / listUs).toFixed(1)])
    reportTarget(
      us <= maxCachedUs,
      `${path}: ${Math.round(us)} µs of CPU from memory, at most ${maxCachedUs}`,
    )
  }
  printTable(
    `Documents with content, ${servers} servers, CPU of the portal`,
    ['request', 'µs', 'times the list'],
    rows,
  )
} finally {
  await portal.stop()
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = []
  while (taken.length < rounds) taken.push(await measure())
  return median(taken)
}
