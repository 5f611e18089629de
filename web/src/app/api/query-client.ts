import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * One try more where the network failed; an answer that says no is final, and so is none in time. Without a network a query
 * fails and says so, instead of waiting in silence; what failed loads again once the portal can be reached.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && isFinal(error)),
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
