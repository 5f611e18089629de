/** Where a process that takes and counts events is killed, in the order a batch meets them. */
export const killSteps = [
  'before the insert',
  'stored, not answered',
  'streams locked',
  'handed on',
  'taken, not marked',
  'marked, not committed',
  'before the commit',
  'commit on its way',
  'committed',
] as const

export type KillStep = (typeof killSteps)[number]
