import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { FileMistake } from '../file-policy.ts'

const MOST_ENTRIES = 5000
/** Of the parts that are read. */
const MOST_PART_BYTES = 2 * 1024 * 1024
const typesPart = '[Content_Types].xml'

const kinds = {
  '.docx': { main: 'word/document.xml', type: 'wordprocessingml.document.main+xml' },
  '.xlsx': { main: 'xl/workbook.xml', type: 'spreadsheetml.sheet.main+xml' },
}

/** Parts that contain programs, or embed other files. */
const program =
  /vbaproject|vbadata|activex|macrosheets|dialogsheets|oleobject|\/embeddings\/(?!.*\.(?:docx|pptx|xlsx)$)/i
const programType = /macroenabled|vbaproject|macrosheet|activex|oleobject/i
/** A template elsewhere can bring macros. */
const foreignTemplate =
  /attachedTemplate[^>]*TargetMode\s*=\s*["']External|TargetMode\s*=\s*["']External[^>]*attachedTemplate/i

async function readPart(archive: ZipFile, entry: Entry) {
  if (entry.uncompressedSize > MOST_PART_BYTES) throw new Error('a part is too large')
  return (await buffer(await archive.openReadStreamPromise(entry))).toString('utf8')
}

async function listParts(archive: ZipFile) {
  const parts = new Map<string, Entry>()
  for await (const entry of archive.eachEntry()) {
    // A second part of the same name could be the one that another program reads.
    if (parts.has(entry.fileName.toLowerCase())) throw new Error('a part is there twice')
    if (parts.size >= MOST_ENTRIES) throw new Error('there are too many parts')
    parts.set(entry.fileName.toLowerCase(), entry)
  }
  return parts
}

async function check(archive: ZipFile, { main, type }: { main: string; type: string }): Promise<FileMistake | null> {
  const parts = await listParts(archive)
  if ([...parts.keys()].some((name) => program.test(name))) return 'document-macros'
  const types = parts.get(typesPart.toLowerCase())
  if (!types || !parts.has(main)) return 'document-mismatch'
  const list = await readPart(archive, types)
  if (programType.test(list)) return 'document-macros'
  if (!list.includes(type)) return 'document-mismatch'
  const settings = parts.get('word/_rels/settings.xml.rels')
  return settings && foreignTemplate.test(await readPart(archive, settings)) ? 'document-macros' : null
}

/** What is wrong with a Word or Excel file; null if it is one, without programs. Only two small parts are unpacked. */
export async function checkOfficeFile(bytes: Buffer, ending: keyof typeof kinds): Promise<FileMistake | null> {
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') return 'document-mismatch'
  try {
    const archive = await fromBufferPromise(bytes)
    return await check(archive, kinds[ending])
  } catch {
    // The library reports damage only in words.
    return 'file-damaged'
  }
}
