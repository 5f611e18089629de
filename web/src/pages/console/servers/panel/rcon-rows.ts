import { clockTime, communityTimeFormat } from '../../../../app/time/community-time.ts'
import type { TerminalRow } from '../../../../ui/terminal/terminal-screen.tsx'
import type { RconLogEntry } from '../servers.queries.ts'

/** `14:02:07`, in the community's zone. */
export function formatTimeWithSeconds(ms: number): string {
  return communityTimeFormat('sv', { ...clockTime, second: '2-digit' }).format(ms)
}

interface RconTexts {
  /** Why a line did not run, in the visitor's language. */
  refused: (code: string) => string
  /** A line that answered nothing. */
  done: (ms: number) => string
}

/** Formats the console history for the screen: the command, then its output line by line. */
export function createRconRows(lines: readonly RconLogEntry[], said: RconTexts): TerminalRow[] {
  return lines.flatMap(({ id, at, command, output, ms, refused }) => [
    { key: id, time: formatTimeWithSeconds(at), text: `> ${command}`, tone: 'typed' as const },
    ...createAnswerRows(
      id,
      refused === null ? output : null,
      refused === null ? said.done(ms) : said.refused(refused),
    ),
  ])
}

function createAnswerRows(id: string, output: string | null, otherwise: string): TerminalRow[] {
  if (output === null) return [{ key: `${id} 0`, time: '', text: otherwise, tone: 'bad' }]
  if (output === '') return [{ key: `${id} 0`, time: '', text: otherwise, tone: 'good' }]
  return output.split('\n').map((text, place) => ({
    key: `${id} ${place}`,
    time: '',
    text,
    tone: failurePattern.test(text) ? ('bad' as const) : ('plain' as const),
  }))
}

/** How the game itself says that something did not work. */
const failurePattern = /^(?:Unknown command|CHANGELEVEL FAILED|Couldn't|Can't)|\bnot found\b/i
