import type { ServerResponse } from 'node:http'
import { type Answer, give, json, redirect, text } from './answer.ts'

/** How the portal’s request for a token is answered; the sign-in itself works. */
const tokenModes = ['down', 'silent', 'huge', 'moved', 'broken', 'tokenless', 'repeating'] as const
/**
 * How the sign-in fails after a token was answered: the token is refused as used before, the session gets no cookie, the cookie belongs
 * to the other name of this machine and so to another site, the page forbids frames, the callback never answers.
 */
const signInModes = ['token-used', 'no-cookie', 'lax-cross-site', 'refuses-frames', 'hangs'] as const
export const modes = ['ok', ...tokenModes, ...signInModes] as const
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
    case 'token-used':
    case 'no-cookie':
    case 'lax-cross-site':
    case 'refuses-frames':
    case 'hangs':
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
