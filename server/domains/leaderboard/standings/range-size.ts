/** A range splits above this many players: a page and a rank walk at most so far. */
export const maxRangePlayers = 4_096
/** A block of ranges splits above this many players: their sums cost about as much as the sum of a block's ranges. */
export const maxBlockPlayers = 32 * maxRangePlayers
