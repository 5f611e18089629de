import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * Retries once after a network failure; a refusal or a timeout is final. Without a network a query fails with
 * an error instead of waiting; failed queries reload when the portal can be reached again.
 * @param fromDocument hashes of the queries whose data came with the document: they are not requested again
 */
export function createQueryClient(fromDocument: ReadonlySet<string> = new Set()): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && isFinal(error)),
        refetchOnMount: ({ queryHash }) => !fromDocument.has(queryHash),
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

function isFinal(error: ApiError): boolean {
  return error.code === 'timeout' || (error.status >= 400 && error.status < 500)
}
