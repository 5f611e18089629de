import { defineHistogram } from '../../../platform/observability/metrics/index.ts'
import { observeCall } from '../../../platform/observability/observe-call.ts'
import { isAddressBlocked } from '../../../platform/network/outgoing-requests.ts'

const rcon = defineHistogram({
  name: 'clutch_rcon_command_duration_seconds',
  help: 'RCON commands to game servers, connecting included, by result: ok, refused (password), blocked (address) or failed.',
  labels: ['result'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5],
})
const a2s = defineHistogram({
  name: 'clutch_a2s_query_duration_seconds',
  help: 'A2S queries of game servers, by question and result: ok or failed (both tries).',
  labels: ['question', 'result'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
})

/** Measures a command. `isRefused`: the server does not take the password. */
export function observeRcon<T>(run: () => Promise<T>, isRefused: (error: unknown) => boolean): Promise<T> {
  return observeCall(
    {
      name: 'rcon command',
      kind: 'client',
      record: (result, seconds) => rcon.observe({ result }, seconds),
      classify: (error) => (isRefused(error) ? 'refused' : isAddressBlocked(error) ? 'blocked' : 'failed'),
    },
    run,
  )
}

export function observeA2s<T>(question: string, ask: () => Promise<T>): Promise<T> {
  return observeCall(
    {
      name: `a2s ${question}`,
      kind: 'client',
      record: (result, seconds) => a2s.observe({ question, result }, seconds),
      classify: () => 'failed' as const,
    },
    ask,
  )
}
