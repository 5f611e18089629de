import { communityTime } from '../../../app/community-time.ts'

/** The operator's text as paragraphs: one a line, blank lines left out. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The day of a change. */
export function updatedOn(at: number, language: string): string {
  return communityTime(language, { dateStyle: 'long' }).format(at)
}
