import { setTimeout as wait } from 'node:timers/promises'
import { ChildProgram } from '../harness/child-program.ts'
import { assertClaim, isQuick, median, printTable, reportTarget } from '../harness/results.ts'

/**
 * What a portal without visitors takes, with 5 and with 1,000 game servers that it polls: shares of a core, beside an idle Node process
 * in the same time. What the servers add is compared with the bare polling of as many by the same client.
 */
const few = 5
const many = isQuick ? 100 : 1_000
const windowMs = isQuick ? 10_000 : 60_000
/** Until what the registration caused is over. */
const settleMs = isQuick ? 2_000 : 15_000
const maxPollingRatio = 4
const maxIdleShare = 0.03
const pollRounds = 3

const servers = ChildProgram.start<typeof import('../servers/simulated-servers.program.ts').servedTasks>(
  'servers/simulated-servers.program.ts',
)
const poller = ChildProgram.start<typeof import('../servers/poll-contender.program.ts').servedTasks>(
  'servers/poll-contender.program.ts',
)
const bare = ChildProgram.start<typeof import('../servers/bare-http-server.program.ts').servedTasks>(
  'servers/bare-http-server.program.ts',
)
const portal = ChildProgram.start<typeof import('./idle-portal.program.ts').servedTasks>(
  'startup/idle-portal.program.ts',
)
try {
  const { live } = await servers.call('start', { count: many, loss: 0, dead: 0 })
  const withFew = await measure(live.slice(0, few))
  const withMany = await measure(live)
  const polls = windowMs / (await portal.call('pollIntervalMs'))
  const bareShare = ((await measurePollingUs(live.slice(few))) * polls) / (windowMs * 1_000)
  reportResults(withFew, withMany, bareShare)
} finally {
  await Promise.all([portal, servers, poller, bare].map((program) => program.stop()))
}

/** Shares of a core. */
interface IdleUsage {
  portal: number
  postgres: number
  bare: number
}

async function measure(ports: readonly number[]): Promise<IdleUsage> {
  await portal.call('serve', ports)
  await wait(settleMs)
  const read = () => Promise.all([portal.call('cpu'), bare.call('cpuUs')])
  const [before, bareBefore] = await read()
  await wait(windowMs)
  const [after, bareAfter] = await read()
  const share = (us: number) => us / (windowMs * 1_000)
  return {
    portal: share(after.portal - before.portal),
    postgres: share(after.postgres - before.postgres),
    bare: share(bareAfter - bareBefore),
  }
}

/** CPU of one poll of every port by the portal's client alone, µs. */
async function measurePollingUs(ports: number[]): Promise<number> {
  await poller.call('become', 'ours')
  await poller.call('round', ports)
  const taken: number[] = []
  while (taken.length < pollRounds) taken.push((await poller.call('round', ports)).cpuUs)
  return median(taken)
}

function reportResults(withFew: IdleUsage, withMany: IdleUsage, bareShare: number): void {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  const row = (name: string, { portal: ours, postgres, bare: idle }: IdleUsage) => [
    name,
    percent(ours),
    percent(postgres),
    percent(idle),
  ]
  printTable(
    `A portal without visitors, ${windowMs / 1_000} s, shares of a core`,
    ['', 'portal', 'PostgreSQL', 'an idle Node process'],
    [row(`${few} servers`, withFew), row(`${many} servers`, withMany)],
  )
  const added = withMany.portal - withFew.portal
  console.log(`polling ${many - few} servers alone takes ${percent(bareShare)}`)
  assertClaim(
    added <= bareShare * maxPollingRatio,
    `${many - few} servers add ${(added / bareShare).toFixed(2)} times their bare polling, at most ${maxPollingRatio}`,
  )
  reportTarget(
    withFew.portal <= maxIdleShare,
    `${percent(withFew.portal)} of a core with ${few} servers, at most ${percent(maxIdleShare)}`,
  )
}
