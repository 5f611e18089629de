/** One address: `local@domain.tld`, without anything that a mail program could take for a second one. */
const oneAddress =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** An e-mail address as it is kept: without space around it, in lower case. */
export function tidyEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** C7: whether a text is one e-mail address, in the form `tidyEmail` makes. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && oneAddress.test(text)
}
