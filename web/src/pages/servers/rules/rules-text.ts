import { formatLongDay } from '../../../app/time/community-dates.ts'

/** The operator's text as paragraphs: one a line, blank lines left out. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The day of a change. */
export function formatUpdated(at: number, language: string): string {
  return formatLongDay(at, language)
}
