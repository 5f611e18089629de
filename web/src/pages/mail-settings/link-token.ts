/** The token that a mail's link brings in the fragment of its address; null where it brings none. */
export function readLinkToken(hash: string): string | null {
  return /^#([\w-]{20,200})$/.exec(hash)?.[1] ?? null
}
