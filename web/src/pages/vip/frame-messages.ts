/** What the purchase page in the dialog says to the page around it: nothing that it says needs to be trusted. */
const frameMessages = ['ready', 'vipStatusChanged', 'close'] as const
export type FrameMessage = (typeof frameMessages)[number]

/** Whether this page is in a frame of the portal; no other page may frame it (F4). */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Sends a message to the portal's page around this one; does nothing if there is no frame. */
export function postToParent(word: FrameMessage): void {
  if (isFramed()) window.parent.postMessage(word, location.origin)
}

/** The word of a message, if it is one, of the page in this frame and of the portal itself. */
export function readFrameMessage(
  { data, origin, source }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  frame: MessageEventSource | null,
  ownOrigin: string,
): FrameMessage | null {
  if (origin !== ownOrigin || frame === null || source !== frame) return null
  return frameMessages.find((word) => word === data) ?? null
}
