import { toSteamId } from '@clutch/contract/rules/accounts/steam-id.ts'

/** The player of the samples that show how a console line is sent: an account number that no real account has. */
export const sampleSteamId = toSteamId(1)
/** 30 days. */
export const sampleTermMs = 2_592_000_000
