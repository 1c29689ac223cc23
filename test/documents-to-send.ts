import type { Caller } from './app.ts'
import { encodeForm } from './images.ts'
import { zipOf } from './imports.ts'

/** A PDF with one line, as small as one can be. */
export const makePdf = (text: string) =>
  Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R>>endobj
4 0 obj<</Length ${text.length + 30}>>stream
BT /F1 12 Tf 20 50 Td (${text}) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`)

const types = (type: string) =>
  `<Types><Override PartName="/main" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`

/** A Word file, with further parts. */
export const docx = (more: Record<string, string> = {}) =>
  zipOf({ '[Content_Types].xml': types('wordprocessingml.document'), 'word/document.xml': '<w:document/>', ...more })

/** An Excel file, with further parts. */
export const xlsx = (more: Record<string, string> = {}) =>
  zipOf({ '[Content_Types].xml': types('spreadsheetml.sheet'), 'xl/workbook.xml': '<workbook/>', ...more })

/** Uploads a document for a referral, as its screen does. */
export async function uploadDocument(call: Caller, referralId: string, value: Uint8Array, fileName: string) {
  const { body, headers } = await encodeForm([{ name: 'file', value, fileName }])
  return call('POST', `/api/referral/${referralId}/file`, body, headers)
}

/** Sends one document with a referral. @returns its identifier there */
export async function sendFile(call: Caller, referralId: string, fileName = 'consent.pdf') {
  const { body } = await uploadDocument(call, referralId, makePdf('Consent'), fileName)
  const files = [{ fileId: body.id, category: 'consent' }]
  await call('POST', `/api/referral/${referralId}/fileMessage`, { text: '', files })
  return (await call('GET', `/api/referral/${referralId}/file`)).body.items.at(-1).id as string
}
