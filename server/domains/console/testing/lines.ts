import type { App } from '../../../platform/http/app.ts'
import { asOperator } from '../../../testing/http.ts'

/** The result of a streaming call: the rows, and whether the final line arrived. */
export interface Lines {
  status: number
  text: string
  rows: Record<string, unknown>[]
  whole: boolean
}

/** Reads lines of JSON as an operator. */
export async function readLines(app: App, path: string): Promise<Lines> {
  const answer = await app.inject({ url: `/api/operator/${path}`, headers: asOperator })
  const lines = answer.body.split('\n')
  return {
    status: answer.statusCode,
    text: answer.body,
    rows: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>),
    whole: answer.body === '\n' || answer.body.endsWith('\n\n'),
  }
}
