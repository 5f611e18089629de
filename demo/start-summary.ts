import { signInLinkLifetimeMs } from '@clutch/contract/limits.ts'
import type { SignInLink } from './seed/first-operator.ts'
import type { PlacedServer } from './game-servers/community-servers.ts'
import type { Person } from './samples/sample-people.ts'
import { type RunningPart, formatTable } from './text-table.ts'

/** What runs where. */
export interface DemoSummary {
  url: string
  database: string
  played: readonly PlacedServer[]
  emulators: readonly RunningPart[]
  operatorToken: string
  logs: string
  /** Of gamesim, on this machine. */
  control: number
  link: SignInLink | null
  speaker: Person | undefined
}

/** What the demo says once everything runs. */
export function formatSummary(running: DemoSummary): string {
  const { url, database, played, emulators } = running
  return [
    formatTable([
      { name: 'Portal', address: url, emulates: '' },
      { name: 'Leaderboard', address: `${url}/leaderboard`, emulates: '' },
      { name: 'PostgreSQL', address: database, emulates: '' },
      ...emulators,
      ...played.map(({ sample, ip, port }) => ({
        name: sample.name,
        address: `${ip}:${port}`,
        emulates: 'a Counter-Strike 2 server',
      })),
    ]),
    '',
    `  API        ${url}/api/docs`,
    `  Operator   npm run operator -- --help   (token in ${running.operatorToken})`,
    ...formatLinkLines(running),
    `  Logs       ${running.logs}`,
    ...formatGameLines(running),
    '',
    '  Ctrl-C stops everything.',
  ].join('\n')
}

function formatLinkLines({ link, emulators }: DemoSummary): string[] {
  if (!link) return []
  const minutes = signInLinkLifetimeMs / 60_000
  const steam = emulators.find(({ emulates }) => emulates.includes('Steam'))
  return [
    `  Sign in    ${link.url}`,
    `             as an operator, once, within ${minutes} minutes; another: npm run operator -- op link ${link.steamId}`,
    ...(steam
      ? [`             in place of the authenticator on a phone: ${steam.address}/authenticator`]
      : []),
  ]
}

function formatGameLines({ played, control, speaker }: DemoSummary): string[] {
  const [first, victim] = [played[0], played.at(-1)]
  const address = `http://127.0.0.1:${control}`
  const lines: string[] = []
  if (first && speaker) {
    const order = JSON.stringify({ server: first.port, ...speaker, text: '!bind' })
    lines.push(
      `  Say !bind  curl -d '${order}' ${address}/say`,
      `             what only ${speaker.name} reads: curl '${address}/messages?server=${first.port}'`,
    )
  }
  if (victim)
    lines.push(`  Break one  curl -d '{"server":${victim.port}}' ${address}/crash   (/start brings it back)`)
  return lines
}
