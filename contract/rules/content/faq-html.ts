/** J1: the HTML an answer may hold. The server keeps to it when an answer is saved, the page when it is shown. */
export const faqHtml = {
  tags: [
    'p',
    'br',
    'strong',
    'em',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'code',
    'pre',
    'blockquote',
    'hr',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  /** Tags with the same meaning. */
  same: { b: 'strong', i: 'em' },
  /** Where links may lead. */
  schemes: ['http', 'https', 'mailto'],
  /** What every link carries, whatever was written. */
  link: { target: '_blank', rel: 'noopener noreferrer' },
} as const
