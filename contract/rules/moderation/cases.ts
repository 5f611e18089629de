/** Why a player reports another. */
export const reportReasons = ['cheating', 'abuse', 'griefing', 'name', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** What opened a case: a player's report, an anomaly flag of the leaderboard, or an appeal against a sanction. */
export const caseKinds = ['report', 'anomaly', 'appeal'] as const
export type CaseKind = (typeof caseKinds)[number]

/** How a case ends: the first three are for conduct, the last two for appeals. */
export const caseOutcomes = ['sanction', 'noAction', 'duplicate', 'lifted', 'upheld'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

const conductOutcomes: ReadonlySet<CaseOutcome> = new Set(['sanction', 'noAction', 'duplicate'])

/** Whether a case of a kind may end in an outcome. */
export function isOutcomeOf(kind: CaseKind, outcome: CaseOutcome): boolean {
  return (kind !== 'appeal') === conductOutcomes.has(outcome)
}

/** What a reporter sees of their report; `waiting` until its case is closed. */
export const reportStates = ['waiting', 'sanction', 'noAction'] as const
export type ReportState = (typeof reportStates)[number]

/** What became of the earlier reports of a player, over the last 90 days, and whether servers of this portal know them. */
export interface ReporterRecord {
  /** Reports whose cases ended with a sanction. */
  upheld: number
  /** Reports whose cases ended without one. */
  rejected: number
  hasPlayed: boolean
}

/** The time over which a reporter's record counts. */
export const reporterRecordMs = 90 * 24 * 3_600_000

const fullWeight = 100
const strangerWeight = 25
/** Reports that count as upheld before any is: the first rejected ones cost little. */
const startingCredit = 2
const normalReportsPerDay = 10
const limitedReportsPerDay = 2
/** Below this trust a reporter is limited: from five rejected reports on, while none was upheld. */
const limitedBelow = 0.3

function trustOf({ upheld, rejected }: Pick<ReporterRecord, 'upheld' | 'rejected'>): number {
  return (upheld + startingCredit) / (upheld + rejected + startingCredit)
}

/**
 * How much a report counts in its case, 1 to 100: it falls with every rejected report of the same player, and grows with those that
 * were right. Players who were never on a server count a quarter, since accounts that exist only to report cost nothing.
 */
export function reportWeight(record: ReporterRecord): number {
  const most = record.hasPlayed ? fullWeight : strangerWeight
  return Math.max(1, Math.round(most * trustOf(record)))
}

/** How many reports a player may make in 24 hours: fewer where almost none of theirs was right. */
export function reportsPerDay(record: ReporterRecord): number {
  return trustOf(record) < limitedBelow ? limitedReportsPerDay : normalReportsPerDay
}
