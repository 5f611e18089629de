/** One address: `local@domain.tld`, without anything that a mail program could take for a second one. */
const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Returns an e-mail address in its stored form: trimmed, A to Z in lower case; no other letter becomes one of
 * those.
 */
export function normalizeEmail(text: string): string {
  return text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** C7: whether a text is one e-mail address, in the form `tidyEmail` makes. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && addressPattern.test(text)
}
