import sharp from 'sharp'
import type { Caller } from './app.ts'

/** A small striped picture. */
export const makeImage = (format: 'png' | 'jpeg' | 'webp' = 'png', size = 24) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#0a6' } })
    .composite([{ input: { create: { width: size, height: 8, channels: 3, background: '#f60' } }, gravity: 'north' }])
    .toFormat(format)
    .toBuffer()

/** A form with these parts as a browser sends it: body and content type. */
export async function encodeForm(parts: { name: string; value: string | Uint8Array; fileName?: string }[]) {
  const form = new FormData()
  for (const { name, value, fileName } of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Uint8Array.from(value)]), fileName ?? 'screen.png')
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

/** Uploads bytes under a name, as the help desk's form does. */
export async function uploadImage(call: Caller, value: Uint8Array, fileName = 'screen.png') {
  const { body, headers } = await encodeForm([{ name: 'file', value, fileName }])
  return call('POST', '/api/file/', body, headers)
}
