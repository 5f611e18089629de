/** D4: seconds as HH:MM:SS, '--:--:--' when they are missing or make no sense. */
export function formatPlaytime(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '--:--:--'
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
