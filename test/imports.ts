import { crc32, deflateRawSync } from 'node:zlib'
import { PART_BYTES } from '#directory/imports/import-run.ts'
import type { Caller } from './app.ts'

export interface File {
  name: string
  text: string | Buffer
}

/** Sends files to the portal as the screen does. @returns the identifier of the import */
export async function startImport(call: Caller, sourceName: string, files: File[]) {
  const contents = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
  const begun = await call('POST', '/api/import/', {
    sourceName,
    files: contents.map(({ name, bytes }) => ({ name, size: bytes.length })),
  })
  if (begun.status !== 201) throw new Error(`The import did not begin: ${JSON.stringify(begun.body)}`)
  for (const [file, { bytes }] of contents.entries())
    for (let part = 0; part * PART_BYTES < bytes.length; part += 1) {
      const sent = await call(
        ...(['PUT', `/api/import/${begun.body.id}/file/${file}/${part}`] as const),
        bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
        { 'content-type': 'application/octet-stream' },
      )
      if (sent.status !== 204) throw new Error(`A part was refused: ${JSON.stringify(sent.body)}`)
    }
  return String(begun.body.id)
}

/** A ZIP archive of these files, as any program makes it. */
export function zipOf(files: Record<string, string | Buffer>) {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes, { level: 1 })
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(offset, 10)
    bodies.push(body)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, more, Buffer.from(name)]))
    offset += body.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}
