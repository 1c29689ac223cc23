const FILE = '$file'
const LENGTH = 4

/** A value of plain data and files as bytes: the length of its JSON, the JSON, and the files. */
export async function packValue(value: unknown): Promise<ArrayBuffer> {
  const files: Blob[] = []
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof Blob)) return part
    files.push(part)
    return { [FILE]: part.size, type: part.type, name: part instanceof File ? part.name : null }
  })
  const text = new TextEncoder().encode(json)
  const length = new DataView(new ArrayBuffer(LENGTH))
  length.setUint32(0, text.length)
  return new Blob([length.buffer, text, ...files]).arrayBuffer()
}

/** The value that `packValue` packed. Its files follow in the order in which the JSON names them. */
export function unpackValue(bytes: ArrayBuffer): unknown {
  const end = LENGTH + new DataView(bytes).getUint32(0)
  let at = end
  return JSON.parse(new TextDecoder().decode(bytes.slice(LENGTH, end)), (_key, part) => {
    const size = part?.[FILE]
    if (typeof size !== 'number') return part
    const data = bytes.slice(at, at + size)
    at += size
    return part.name === null ? new Blob([data], { type: part.type }) : new File([data], part.name, { type: part.type })
  })
}
