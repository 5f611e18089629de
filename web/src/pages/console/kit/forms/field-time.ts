import { communityOffsetMs } from '@clutch/contract/limits.ts'

/** A moment (ms since 1970, UTC) as a field of the browser holds it: `2026-11-22T15:30`, in Asia/Shanghai. */
export function formatFieldTime(ms: number): string {
  return new Date(ms + communityOffsetMs).toISOString().slice(0, 16)
}

/** The moment that such a field holds, in ms since 1970 (UTC); null for an empty or half-filled one. */
export function parseFieldTime(text: string): number | null {
  const ms = Date.parse(`${text}Z`)
  return text === '' || Number.isNaN(ms) ? null : ms - communityOffsetMs
}
