/** Why a service takes no messages of a channel, where an operator can change that. A stored problem begins with the name. */
const channelProblems = [
  /** The robot requires a keyword that the message does not have. */
  'keyword-missing',
  /** The signature, or the time in it, was not accepted. */
  'signature-refused',
  /** The robot takes messages only from other IP addresses. */
  'address-refused',
  /** Too many messages in a short time: the service asks for a pause. */
  'rate-limited',
  /** The robot or the webhook was deleted. */
  'removed',
] as const

export type ChannelProblem = (typeof channelProblems)[number]

/** The problem that a stored text names; null of any other text. */
export function readChannelProblem(text: string): ChannelProblem | null {
  return channelProblems.find((name) => text.startsWith(`${name}: `)) ?? null
}
