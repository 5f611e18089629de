/** A row of a table: its values by column, with the line of the file where it begins. */
export interface TableRow {
  table: string
  line: number
  values: ReadonlyMap<string, string | null>
}

/** The rows of a dump of MySQL, MariaDB or SQLite (`INSERT INTO`), or of a CSV file whose first line names the columns. */
export function readTableRows(text: string): Generator<TableRow> {
  return /^[ \t]*INSERT[ \t]+INTO\s/im.test(text) ? readDump(text) : readCsv(text)
}

const createPattern = /^CREATE TABLE(?: IF NOT EXISTS)?\s+[`"[]?([\w.]+)[`"\]]?\s*\(/i
const insertPattern = /^INSERT INTO\s+[`"[]?([\w.]+)[`"\]]?\s*(?:\(([^)]*)\)\s*)?VALUES\s*/i
const columnPattern = /^\s*[`"[]?(\w+)[`"\]]?\s+\w/
/** What begins a line of CREATE TABLE that is no column. */
const constraint = /^\s*(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|CONSTRAINT|FOREIGN|CHECK)\b/i

function* readDump(text: string): Generator<TableRow> {
  const columnsOf = new Map<string, string[]>()
  const cursor = new TextCursor(text)
  while (!cursor.isAtEnd) {
    const start = cursor.peekLine()
    const created = createPattern.exec(start)?.[1]
    if (created !== undefined) {
      columnsOf.set(created, readColumns(cursor))
      continue
    }
    const [head, table = '', named] = insertPattern.exec(start) ?? []
    if (head === undefined) {
      cursor.skipLine()
      continue
    }
    cursor.skip(head.length)
    const columns = named === undefined ? (columnsOf.get(table) ?? []) : splitNames(named)
    yield* readTuples(cursor, table, columns)
  }
}

/** The columns of CREATE TABLE, one a line as every dump writes them; also those of one line. */
function readColumns(cursor: TextCursor): string[] {
  const lines: string[] = []
  for (let line = cursor.takeLine(); ; line = cursor.takeLine()) {
    lines.push(line)
    if (cursor.isAtEnd || /;\s*$/.test(line)) break
  }
  const body = lines.join('\n').replace(createPattern, '')
  return splitDefinitions(body).flatMap((part) =>
    constraint.test(part) ? [] : (columnPattern.exec(part)?.[1] ?? []),
  )
}

/** Splits what CREATE TABLE has in its parentheses at line ends and at the commas outside of inner parentheses and quotes. */
function splitDefinitions(body: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let at = 0; at < body.length && depth >= 0; at += 1) {
    const character = body.charAt(at)
    if (character === '\n') quote = ''
    else if (quote !== '') {
      if (character === quote) quote = ''
      continue
    } else if (`'"\``.includes(character)) quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    if (character === '\n' || (depth === 0 && character === ',') || depth < 0) {
      parts.push(body.slice(start, at))
      start = at + 1
    }
  }
  return depth < 0 ? parts : [...parts, body.slice(start)]
}

function splitNames(list: string): string[] {
  return list.split(',').map((name) => name.replaceAll(/[`"[\]\s]/g, ''))
}

function* readTuples(cursor: TextCursor, table: string, columns: readonly string[]): Generator<TableRow> {
  while (cursor.takeSpaces() && cursor.take('(')) {
    const line = cursor.line
    const values: (string | null)[] = []
    do values.push(readValue(cursor))
    while (cursor.take(','))
    cursor.take(')')
    yield { table, line, values: new Map(values.map((value, place) => [columns[place] ?? '', value])) }
    cursor.takeSpaces()
    if (!cursor.take(',')) break
  }
  cursor.skipLine()
}

function readValue(cursor: TextCursor): string | null {
  cursor.takeSpaces()
  if (cursor.take("'")) return readQuoted(cursor)
  const word = cursor.takeUntil(/[,)]/g).trim()
  cursor.takeSpaces()
  return /^null$/i.test(word) ? null : word
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '', Z: '', b: '' }

/** A quote is doubled in every dialect, and MySQL also escapes with a backslash. */
function readQuoted(cursor: TextCursor): string {
  let value = ''
  for (;;) {
    value += cursor.takeUntil(/['\\]/g)
    if (cursor.isAtEnd) return value
    if (cursor.take('\\')) {
      const next = cursor.takeCharacter()
      value += escapes[next] ?? next
    } else {
      cursor.take("'")
      if (!cursor.take("'")) {
        cursor.takeSpaces()
        return value
      }
      value += "'"
    }
  }
}

/** The table of a CSV file follows from its columns. */
function* readCsv(text: string): Generator<TableRow> {
  const cursor = new TextCursor(text.replace(/^\uFEFF/, ''))
  const columns = readCsvRecord(cursor).map((name) => name.trim())
  while (!cursor.isAtEnd) {
    const line = cursor.line
    const record = readCsvRecord(cursor)
    if (record.length === 1 && record[0] === '') continue
    const values = record.map((value) => (/^(?:null|\\n)$/i.test(value) ? null : value))
    yield { table: '', line, values: new Map(columns.map((name, place) => [name, values[place] ?? null])) }
  }
}

function readCsvRecord(cursor: TextCursor): string[] {
  const record: string[] = []
  do record.push(cursor.take('"') ? readCsvQuoted(cursor) : cursor.takeUntil(/[,\n]/g).replace(/\r$/, ''))
  while (cursor.take(','))
  cursor.take('\r')
  cursor.take('\n')
  return record
}

function readCsvQuoted(cursor: TextCursor): string {
  let value = ''
  while (!cursor.isAtEnd) {
    value += cursor.takeUntil(/"/g)
    cursor.take('"')
    if (!cursor.take('"')) break
    value += '"'
  }
  return value
}

/** A place in a text, and its line. */
class TextCursor {
  line = 1
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  /** The rest of the line, at most as much as a head of a statement. */
  peekLine(): string {
    return this.#text.slice(this.#at, Math.min(this.#lineEnd(), this.#at + 4_000))
  }

  takeLine(): string {
    const line = this.#text.slice(this.#at, this.#lineEnd())
    this.skip(line.length + 1)
    return line
  }

  skipLine(): void {
    this.skip(this.#lineEnd() - this.#at + 1)
  }

  skip(length: number): void {
    const to = Math.min(this.#text.length, this.#at + length)
    for (let at = this.#at; at < to; at += 1) if (this.#text[at] === '\n') this.line += 1
    this.#at = to
  }

  /** Takes this character, if it is the next one. */
  take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.skip(1)
    return true
  }

  takeCharacter(): string {
    const character = this.#text[this.#at] ?? ''
    this.skip(1)
    return character
  }

  takeSpaces(): true {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.skip(1)
    return true
  }

  /** The text before the first match of a global pattern; all of it where there is none. */
  takeUntil(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const to = pattern.exec(this.#text)?.index ?? this.#text.length
    const taken = this.#text.slice(this.#at, to)
    this.skip(taken.length)
    return taken
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at)
    return end < 0 ? this.#text.length : end
  }
}
