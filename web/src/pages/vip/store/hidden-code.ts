/** Returns a code for display in public: its first four characters distinguish cards. */
export function maskCode(shown: string): string {
  return shown.slice(0, 4) + shown.slice(4).replace(/[^-]/g, '•')
}
