/** Finds rows by identifier: 16 bytes for each slot, whatever the length of an identifier. */
export class RowIndex {
  private count = 0
  private hashes = new Uint32Array(1024)
  private offsets = new Float64Array(1024)
  private lengths = new Uint32Array(1024)

  add(id: string, offset: number, length: number) {
    if (this.count * 4 >= this.hashes.length * 3) this.grow()
    this.put(hashOf(id), offset, length)
    this.count += 1
  }

  /** The places at which an identifier may stand; the row there says whether it does. */
  *find(id: string) {
    const hash = hashOf(id)
    for (let slot = this.slotOf(hash); this.lengths[slot]; slot = this.slotOf(slot + 1))
      if (this.hashes[slot] === hash) yield { slot, offset: this.offsets[slot] ?? 0, length: this.lengths[slot] ?? 0 }
  }

  move(slot: number, offset: number, length: number) {
    this.offsets[slot] = offset
    this.lengths[slot] = length
  }

  /** The number of slots is a power of two. */
  private slotOf(number: number) {
    return number & (this.hashes.length - 1)
  }

  private put(hash: number, offset: number, length: number) {
    let slot = this.slotOf(hash)
    while (this.lengths[slot]) slot = this.slotOf(slot + 1)
    this.hashes[slot] = hash
    this.move(slot, offset, length)
  }

  private grow() {
    const { hashes, offsets, lengths } = this
    const size = hashes.length * 2
    this.hashes = new Uint32Array(size)
    this.offsets = new Float64Array(size)
    this.lengths = new Uint32Array(size)
    for (const [slot, length] of lengths.entries()) if (length) this.put(hashes[slot] ?? 0, offsets[slot] ?? 0, length)
  }
}

/** FNV-1a. Two identifiers may have the same. */
function hashOf(id: string) {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
