/**
 * The people of the Steam emulator. Tests that change an account use their own: worker and name tell them
 * apart.
 */
export const steamPeople = Array.from({ length: 150 }, (_, at) => ({
  steamId: String(76_561_198_100_000_000n + BigInt(at)),
  name: `Kite ${String(at).padStart(2, '0')}`,
}))
