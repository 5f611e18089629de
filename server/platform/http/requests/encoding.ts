export type Encoding = 'br' | 'gzip'

/** An encoding that is named and not refused by `q=0`. */
const taken = {
  br: /(?:^|,)\s*br(?=\s*(?:[;,]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /(?:^|,)\s*gzip(?=\s*(?:[;,]|$))(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
}

/** The best encoding a client takes, by its Accept-Encoding; null for none. */
export function chooseEncoding(accepted: string | undefined, hasBr = true): Encoding | null {
  if (accepted === undefined) return null
  if (hasBr && taken.br.test(accepted)) return 'br'
  return taken.gzip.test(accepted) ? 'gzip' : null
}
