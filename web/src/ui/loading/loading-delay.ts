/** How long nothing is shown of a wait, ms: a quick answer must not flash. */
export const loadingDelayMs = 300
