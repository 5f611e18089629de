import { clockTime, communityTimeFormat } from '../../../app/time/community-time.ts'

/** A moment as the console writes it: `2026-11-22 15:30`, in Asia/Shanghai; `-` for none. */
export function formatConsoleTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-'
  const day = communityTimeFormat('sv', { year: 'numeric', month: '2-digit', day: '2-digit', ...clockTime })
  return day.format(ms)
}
