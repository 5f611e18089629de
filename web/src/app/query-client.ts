import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** One try more where the network failed; an answer that says no is final. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !(error instanceof ApiError && refused(error)),
        refetchOnWindowFocus: false,
      },
    },
  })
}

function refused(error: ApiError): boolean {
  return error.status >= 400 && error.status < 500
}
