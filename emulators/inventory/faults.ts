import type { ServerResponse } from 'node:http'
import { type HttpResponse, jsonResponse, textResponse } from '../http-response.ts'
import { sendResponse, redirectResponse } from './http-response.ts'

/** How the portal’s request for a token is answered; the sign-in itself works. */
const tokenModes = ['down', 'silent', 'huge', 'moved', 'broken', 'tokenless', 'repeating'] as const
/**
 * How the sign-in fails after a token was answered: the token is refused as used before, the session gets no cookie, the cookie belongs
 * to the other name of this machine and so to another site, the page forbids frames, the callback never answers.
 */
const signInModes = ['token-used', 'no-cookie', 'lax-cross-site', 'refuses-frames', 'hangs'] as const
export const faultModes = ['ok', ...tokenModes, ...signInModes] as const
export type FaultMode = (typeof faultModes)[number]

const hugeBytes = 1024 * 1024

/** Gives an answer as the mode wants it; `asked` is what was sent, which one of them repeats. */
export function sendInMode(
  response: ServerResponse,
  answer: HttpResponse,
  { mode, asked }: { mode: FaultMode; asked: string },
): void {
  switch (mode) {
    case 'ok':
    case 'token-used':
    case 'no-cookie':
    case 'lax-cross-site':
    case 'refuses-frames':
    case 'hangs':
      return sendResponse(response, answer)
    case 'down':
      return void response.destroy()
    case 'silent':
      return
    case 'huge':
      return sendResponse(response, { ...answer, body: answer.body + ' '.repeat(hugeBytes) })
    case 'moved':
      return sendResponse(response, redirectResponse('/api/sign-in/elsewhere'))
    case 'broken':
      return sendResponse(response, textResponse('Internal Server Error', 500))
    case 'tokenless':
      return sendResponse(response, jsonResponse({}))
    case 'repeating':
      return sendResponse(response, textResponse(asked, 400))
  }
}
