import { readFileSync } from 'node:fs'

/** Makes an operator's call to the running portal; throws the answer when it refuses. */
export type OperatorCall = <T>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<T>

/** The operator's calls of the portal at `url`, with the token its data directory keeps. */
export function createOperatorCall(url: string, tokenFile: string): OperatorCall {
  const token = readFileSync(tokenFile, 'utf8').trim()
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/operator/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(`the sample data was refused: ${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null') as T
  }
}
