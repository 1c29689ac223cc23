import { closeSync, createReadStream, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileKind } from './file-kinds.ts'
import type { ReadRow } from './import-row.ts'
import { linesOf } from './json-records.ts'
import { RowIndex } from './row-index.ts'

const BUFFERED_BYTES = 1024 * 1024
/** Overwrites the first character of a row that another one replaces. */
const REPLACED = '-'

/** The rows of one kind in a temporary file, one in each line. In memory is only where those with an identifier are. */
class KindSpool {
  private readonly file = openTemporary()
  private readonly index = new RowIndex()
  private waiting: string[] = []
  private waitingBytes = 0
  private written = 0

  /**
   * Adds a row, or what it says more than a former one with its identifier.
   * @param merge what a former row becomes by this one; null if that stays as it is
   */
  add(row: ReadRow, merge: (before: ReadRow) => ReadRow | null) {
    const { id } = row.cells
    if (id === undefined) return this.append(row)
    for (const { slot, offset, length } of this.index.find(id)) {
      const before = this.read(offset, length)
      if (before.cells.id !== id) continue
      const merged = merge(before)
      if (!merged) return
      writeSync(this.file, REPLACED, offset)
      this.index.move(slot, ...this.append(merged))
      return
    }
    this.index.add(id, ...this.append(row))
  }

  async *rows(): AsyncGenerator<ReadRow> {
    this.flush()
    const bytes = createReadStream('', { fd: this.file, start: 0, autoClose: false })
    for await (const { text } of linesOf(bytes as AsyncIterable<Buffer>))
      if (!text.startsWith(REPLACED)) yield JSON.parse(text) as ReadRow
  }

  close = () => closeSync(this.file)

  private append(row: ReadRow): [offset: number, length: number] {
    const text = `${JSON.stringify(row)}\n`
    const length = Buffer.byteLength(text)
    const offset = this.written + this.waitingBytes
    this.waiting.push(text)
    this.waitingBytes += length
    if (this.waitingBytes >= BUFFERED_BYTES) this.flush()
    return [offset, length]
  }

  private flush() {
    for (let rest = Buffer.from(this.waiting.join('')); rest.length; ) {
      const count = writeSync(this.file, rest, 0, rest.length, this.written)
      this.written += count
      rest = rest.subarray(count)
    }
    this.waiting = []
    this.waitingBytes = 0
  }

  private read(offset: number, length: number): ReadRow {
    if (offset >= this.written) this.flush()
    const bytes = Buffer.alloc(length)
    readSync(this.file, bytes, 0, length, offset)
    return JSON.parse(bytes.toString('utf8')) as ReadRow
  }
}

/** A file without a name: it is gone with the process, however that ends. */
function openTemporary() {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-rows-'))
  try {
    return openSync(join(folder, 'rows'), 'w+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The rows of JSON files by kind, outside of the memory. */
export class RowSpool {
  private readonly kinds = new Map<FileKind, KindSpool>()

  add(kind: FileKind, row: ReadRow, merge: (before: ReadRow) => ReadRow | null) {
    const ofKind = this.kinds.get(kind) ?? new KindSpool()
    this.kinds.set(kind, ofKind)
    ofKind.add(row, merge)
  }

  *files() {
    for (const [kind, spool] of this.kinds) yield { kind, rows: () => spool.rows() }
  }

  close() {
    for (const spool of this.kinds.values()) spool.close()
    this.kinds.clear()
  }
}
