const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const step = 1_024

/** A size of a file (bytes) as people read it: `148 MB`, `1.2 GB`. */
export function formatFileSize(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(step)))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power < 3 ? 0 : 1,
  }).format(bytes / step ** power)
}
