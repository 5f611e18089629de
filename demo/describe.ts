import { signInLinkMs } from '@clutch/contract/limits.ts'
import type { SignInLink } from './first-operator.ts'
import type { PlayedServer } from './game-servers.ts'
import type { Person } from './people.ts'
import { type Part, table } from './table.ts'

/** What runs where. */
export interface Running {
  url: string
  database: string
  played: readonly PlayedServer[]
  standins: readonly Part[]
  operatorToken: string
  logs: string
  /** Of gamesim, on this machine. */
  control: number
  link: SignInLink | null
  speaker: Person | undefined
}

/** What the demo says once everything runs. */
export function describe(running: Running): string {
  const { url, database, played, standins } = running
  return [
    table([
      { what: 'Portal', where: url, standsFor: '' },
      { what: 'Leaderboard', where: `${url}/leaderboard`, standsFor: '' },
      { what: 'PostgreSQL', where: database, standsFor: '' },
      ...standins,
      ...played.map(({ sample, ip, port }) => ({
        what: sample.name,
        where: `${ip}:${port}`,
        standsFor: 'a Counter-Strike 2 server',
      })),
    ]),
    '',
    `  API        ${url}/api/docs`,
    `  Operator   npm run operator -- --help   (token in ${running.operatorToken})`,
    ...linkLines(running),
    `  Logs       ${running.logs}`,
    ...gameLines(running),
    '',
    '  Ctrl-C stops everything.',
  ].join('\n')
}

function linkLines({ link, standins }: Running): string[] {
  if (!link) return []
  const minutes = signInLinkMs / 60_000
  const steam = standins.find(({ standsFor }) => standsFor.includes('Steam'))
  return [
    `  Sign in    ${link.url}`,
    `             as an operator, once, within ${minutes} minutes; another: npm run operator -- op link ${link.steamId}`,
    ...(steam ? [`             in place of the authenticator on a phone: ${steam.where}/authenticator`] : []),
  ]
}

function gameLines({ played, control, speaker }: Running): string[] {
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
