import type { ServerResponse } from 'node:http'
import { give, json, redirect, text } from './answer.ts'
import type { Answer } from './answer.ts'

/** How the portal’s question for a token is answered; the page for people always works. */
export const modes = ['ok', 'down', 'silent', 'huge', 'moved', 'broken', 'tokenless', 'repeating'] as const
export type Mode = (typeof modes)[number]

const hugeBytes = 1024 * 1024

/** Gives an answer as the mode wants it; `asked` is what was sent, which one of them repeats. */
export function giveInMode(
  response: ServerResponse,
  answer: Answer,
  { mode, asked }: { mode: Mode; asked: string },
): void {
  switch (mode) {
    case 'ok':
      return give(response, answer)
    case 'down':
      return void response.destroy()
    case 'silent':
      return
    case 'huge':
      return give(response, { ...answer, body: answer.body + ' '.repeat(hugeBytes) })
    case 'moved':
      return give(response, redirect('/api/sign-in/elsewhere'))
    case 'broken':
      return give(response, text('Internal Server Error', 500))
    case 'tokenless':
      return give(response, json({}))
    case 'repeating':
      return give(response, text(asked, 400))
  }
}
