/** What an operator reads, and so must exist in Chinese. Whatever else `docs/zh/` holds is compared with `docs/`, too. */
const requiredTranslations = [
  'docs/zh/payments.md',
  'docs/zh/rentals.md',
  'docs/zh/settings.md',
  'README.zh-CN.md',
  'docs/zh/operating.md',
]

/** One line for each Chinese document whose structure differs from the English one: headings, images, code blocks, table rows. */
export function findUnevenTranslations(
  documents: ReadonlyMap<string, string>,
  required: readonly string[] = requiredTranslations,
): string[] {
  const translated = [...documents.keys()].filter((path) => path.startsWith('docs/zh/'))
  return [...new Set([...required, ...translated])].flatMap((chinese) => {
    const english = chinese.replace('.zh-CN', '').replace('docs/zh/', 'docs/')
    const [source, translation] = [documents.get(english), documents.get(chinese)]
    if (source === undefined || translation === undefined) return [`${chinese} or ${english} is missing`]
    const expected = outlineOf(source)
    const found = outlineOf(translation)
    return expected.join() === found.join()
      ? []
      : [`${chinese}: headings, lists or tables differ from ${english}`]
  })
}

/** The sequence of structural lines: heading levels, list items, table rows, images and code fences. */
function outlineOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .map((line) => /^(#{1,6}) |^(- )|^(\|)|^(!\[)|^(```)/.exec(line)?.[0].trim() ?? '')
    .filter((mark) => mark !== '')
}
