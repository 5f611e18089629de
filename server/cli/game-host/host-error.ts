/** A command of `game-host` that could not be carried out; `exitCode` tells scripts why. */
export class HostError extends Error {
  override name = 'HostError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Exit codes beside 0 (done) and 1. */
export const exitCodes = {
  usage: 2,
  held: 3,
  trialFailed: 4,
  installFailed: 5,
  busy: 6,
  steamSilent: 7,
} as const
