import type { ReconciliationReport } from '@clutch/contract/api/payments/operator-payment-checks.ts'
import type { BillLine } from '../providers/provider.ts'

type Compared = Pick<ReconciliationReport, 'ours' | 'theirs' | 'differences'>
type Sums = ReconciliationReport['ours']
type Difference = ReconciliationReport['differences'][number]

/**
 * Invariant 23: compares the portal's payments of a day with the provider's bill, by number and in minor
 * units. A number that a bill has twice counts twice. A line in another currency than the provider's own
 * agrees with nothing.
 */
export function compareBill(
  ours: readonly BillLine[],
  theirs: readonly BillLine[],
  currency: string,
): Compared {
  const [own, billed] = [summed(ours), summed(theirs)]
  const foreign = new Set(theirs.filter((line) => line.currency !== currency).map(lineKey))
  const differences = [...new Set([...own.keys(), ...billed.keys()])].flatMap((name): Difference[] => {
    const [left, right] = [own.get(name), billed.get(name)]
    const line = left ?? right
    if (!line || (left?.amount === right?.amount && !foreign.has(name))) return []
    return [
      {
        kind: left && right ? 'amount' : left ? 'only-ours' : 'only-theirs',
        what: line.what,
        no: line.no,
        ours: left?.amount ?? null,
        theirs: right?.amount ?? null,
      },
    ]
  })
  return { ours: sumsOf(ours), theirs: sumsOf(theirs), differences }
}

/** What names a line: payments and refunds have numbers of their own. */
export function lineKey({ what, no }: Pick<BillLine, 'what' | 'no'>): string {
  return `${what} ${no}`
}

function summed(lines: readonly BillLine[]): Map<string, BillLine> {
  const found = new Map<string, BillLine>()
  for (const line of lines) {
    const name = lineKey(line)
    found.set(name, { ...line, amount: line.amount + (found.get(name)?.amount ?? 0) })
  }
  return found
}

function sumsOf(lines: readonly BillLine[]): Sums {
  const [payments, refunds] = (['payment', 'refund'] as const).map((what) =>
    lines.filter((line) => line.what === what),
  )
  const sum = (some: readonly BillLine[] = []) => some.reduce((total, { amount }) => total + amount, 0)
  return {
    payments: payments?.length ?? 0,
    paid: sum(payments),
    refunds: refunds?.length ?? 0,
    refunded: sum(refunds),
  }
}
