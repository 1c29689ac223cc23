import type { FastifyRequest } from 'fastify'
import { problem } from '#platform/server/problem.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { MAX_FILE_BYTES } from '../file.ts'
import { type FileMistake, findFileMistake } from '../file-policy.ts'
import { refuseFile } from './refuse-file.ts'

/** How much a browser may send above the limit and still receive an error that names the file; more is cut off. */
const PATIENCE_BYTES = 32 * 1024 * 1024

export interface ReceivedFile {
  givenName: string
  bytes: Buffer
}
/** What a name and a size may be. */
export interface Allowed {
  findMistake: (file: { name: string; size: number }) => FileMistake | null
  maxBytes: number
}
const screenshots: Allowed = { findMistake: findFileMistake, maxBytes: MAX_FILE_BYTES }

/**
 * Reads the only file of a form into memory; nothing is stored before the form is complete.
 * @throws a problem at the field `file` that names the file
 */
export async function receiveFile(request: FastifyRequest, allowed = screenshots): Promise<ReceivedFile> {
  const language = readLanguage(request.headers['accept-language'])
  const refuse = (mistake: FileMistake, name = '') => refuseFile(mistake, name, language)
  if (!request.isMultipart()) throw problem('unsupported-media', { errors: [{ path: 'file', message: 'file-needed' }] })
  cutOffAfter(request, PATIENCE_BYTES)

  const found: { name: string; bytes: Buffer; isTruncated: boolean }[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer)
      if (part.fieldname === 'file')
        found.push({ name: part.filename ?? '', bytes: Buffer.concat(chunks), isTruncated: part.file.truncated })
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_FILES_LIMIT' ? 'file-single' : 'file-broken-off', found[0]?.name)
  }
  const [file] = found
  if (!file || (!file.name && file.bytes.length === 0)) throw refuse('file-needed')
  const size = file.isTruncated ? allowed.maxBytes + 1 : file.bytes.length
  const mistake = allowed.findMistake({ name: file.name, size })
  if (mistake) throw refuse(mistake, file.name)
  return { givenName: file.name, bytes: file.bytes }
}

/** Closes the connection of a sender that does not stop. */
function cutOffAfter({ raw }: FastifyRequest, most: number) {
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > most) raw.destroy()
  })
}
