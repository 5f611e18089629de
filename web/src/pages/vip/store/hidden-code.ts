/** A code as it is shown to who looks over a shoulder: its first four characters tell cards apart. */
export function maskCode(shown: string): string {
  return shown.slice(0, 4) + shown.slice(4).replace(/[^-]/g, '•')
}
