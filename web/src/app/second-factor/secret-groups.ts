/** A secret in groups of four, so that it can be typed without losing the place. */
export function formatSecretGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
