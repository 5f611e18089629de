/** Who can sign in at the stand-in for Steam. Tests that change an account take one of their own: worker and name tell them apart. */
export const steamPeople = Array.from({ length: 150 }, (_, at) => ({
  steamId: String(76_561_198_100_000_000n + BigInt(at)),
  name: `Kite ${String(at).padStart(2, '0')}`,
}))
