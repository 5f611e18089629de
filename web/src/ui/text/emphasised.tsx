interface EmphasisedProps {
  /** A translated text in which `<b>` marks what stands out, such as `<b>412</b> players online`. */
  text: string
}

/** A text with its numbers in bold. A tenth of what the i18n library's own component weighs. */
export function Emphasised({ text }: EmphasisedProps) {
  return text.split(/<b>(.*?)<\/b>/).map((part, at) => (at % 2 === 1 ? <b key={at}>{part}</b> : part))
}
