/** The operator's text as paragraphs: one a line, blank lines left out. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The day of a change, in the community's own time zone, Asia/Shanghai. */
export function updatedOn(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at)
}
