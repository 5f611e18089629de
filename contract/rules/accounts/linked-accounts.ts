/** Accounts of other services that a player may link. Steam is not among them: it says who the player is. */
export const linkProviders = ['discord', 'qq'] as const

export type LinkProvider = (typeof linkProviders)[number]

/** What players call the services, in each language. */
export const linkProviderNames: Readonly<Record<LinkProvider, string>> = { discord: 'Discord', qq: 'QQ' }

/** How the way to a service ended, for the page: a word in its address. */
export const linkOutcomes = ['linked', 'refused', 'taken', 'failed', 'expired'] as const

export type LinkOutcome = (typeof linkOutcomes)[number]
