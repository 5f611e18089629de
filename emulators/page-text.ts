/** Returns a text as the content of an element or of a quoted attribute, of HTML and of XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A word of a page in both languages. */
export function bilingual(zh: string, en: string): string {
  return `${zh} <span lang="en">${en}</span>`
}
