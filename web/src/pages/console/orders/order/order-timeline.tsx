import type { OrderDetails } from '@clutch/contract/api/payments/operator-orders.ts'
import { paymentMethods } from '@clutch/contract/rules/payments/money.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../../locales/translate.ts'
import { DataTable } from '../../../../ui/tables/data-table.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Code } from '../../../../ui/text/text.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { parseStepReason } from './step-reason.ts'
import { createTimeline, type TimelineLine, type TimelineStep } from './timeline-entries.ts'

/** Everything that happened to an order, the oldest first. */
export function OrderTimeline({ file }: { file: OrderDetails }) {
  const { t } = useTranslation()
  const title = t(($) => $.adminOrders.one.timeline)
  const rows = createTimeline(file).map((line, at) => ({ line, key: String(at) }))
  return (
    <Stack>
      <h2>{title}</h2>
      <DataTable
        label={title}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            id: 'at',
            title: t(($) => $.adminOrders.line.at),
            cell: ({ line }) => formatConsoleTime(line.at),
          },
          {
            id: 'thing',
            title: t(($) => $.adminOrders.line.thing),
            cell: ({ line }) => <TimelineSubject line={line} />,
          },
          {
            id: 'event',
            title: t(($) => $.adminOrders.line.event),
            cell: ({ line }) => describeLine(t, line),
          },
          {
            id: 'detail',
            title: t(($) => $.adminOrders.line.detail),
            cell: ({ line }) => detail(t, line),
            grow: true,
          },
        ]}
      />
    </Stack>
  )
}

function TimelineSubject({ line: { kind, no } }: { line: TimelineLine }) {
  const { t } = useTranslation()
  if (kind === 'refund')
    return numbered(
      t(($) => $.adminOrders.line.refund),
      no,
    )
  if (kind === 'attempt' || kind === 'event')
    return numbered(
      t(($) => $.adminOrders.line.payment),
      no,
    )
  return t(($) => $.adminOrders.line.order)
}

function numbered(name: string, no: string) {
  return (
    <>
      {name} <Code>{no}</Code>
    </>
  )
}

function describeLine(t: TFunction, line: TimelineLine): string {
  if (line.kind === 'asked') return t(($) => $.adminOrders.line.asked)
  if (line.kind === 'answered') return t(($) => $.adminOrders.line.answered)
  if (line.kind === 'event') {
    const method = t(($) => $.adminOrders.methods[line.event.provider])
    return t(($) => $.adminOrders.line.told, { method })
  }
  const [from, to] = stateNames(t, line)
  return from === null ? to : t(($) => $.adminOrders.line.change, { from, to })
}

function stateNames(t: TFunction, line: TimelineStep): [from: string | null, to: string] {
  if (line.kind === 'order') {
    const name = (state: typeof line.to) => t(($) => $.adminOrders.states[state])
    return [line.from && name(line.from), name(line.to)]
  }
  if (line.kind === 'attempt') {
    const name = (state: typeof line.to) => t(($) => $.adminOrders.attempt.states[state])
    return [line.from && name(line.from), name(line.to)]
  }
  const name = (state: typeof line.to) => t(($) => $.adminOrders.back.states[state])
  return [line.from && name(line.from), name(line.to)]
}

const verdicts = ['accepted', 'foreign', 'unknown', 'other-money'] as const

function detail(t: TFunction, line: TimelineLine): string {
  if (line.kind === 'asked' || line.kind === 'answered') return line.text
  if (line.kind === 'event') {
    const { kind, verdict } = line.event
    const known = verdicts.find((one) => one === verdict)
    const said = known ? t(($) => $.adminOrders.line.verdicts[known]) : verdict
    return t(($) => $.adminOrders.line.verdict, { kind, verdict: said })
  }
  const { word, rest: named, refused } = parseStepReason(line.reason)
  const method = paymentMethods.find((one) => word === 'by' && one === named)
  const rest = method ? t(($) => $.adminOrders.methods[method]) : named
  const reason = word === null ? rest : t(($) => $.adminOrders.line.reasons[word], { rest })
  return refused ? t(($) => $.adminOrders.line.refused, { reason }) : reason
}
