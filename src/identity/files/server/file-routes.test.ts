import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeAccount, PASSWORD } from '#test/factories.ts'
import { encodeForm, makeImage, uploadImage } from '#test/images.ts'
import { claimFile } from './files-public.ts'

const product = await startTestApp()
const { database } = product
const account = await makeAccount(database)
const staff = await product.signIn(account.email, PASSWORD)
const stranger = await product.signIn((await makeAccount(database)).email, PASSWORD)
const png = await makeImage('png')
const jpeg = await makeImage('jpeg')

const port = Number(new URL(await product.app.listen({ port: 0, host: '127.0.0.1' })).port)
const cookieOf = async (email: string) => {
  const payload = { email, password: PASSWORD }
  const { cookies } = await product.app.inject({ method: 'POST', url: '/api/auth/login/fallback', payload })
  const named = cookies.filter(({ value }) => value).map(({ name, value }) => `${name}=${value}`)
  return named.join('; ')
}

const savedFiles = async () => {
  const keys: string[] = []
  for await (const { key } of product.store.list()) keys.push(key)
  const rows = await database.selectFrom('file').select('id').execute()
  return { objects: keys.sort(), rows: rows.map((r) => r.id).sort() }
}
/** Expects that the call is refused with this error at the field, names the file, and stores nothing. */
async function expectRefused(answer: Promise<Awaited<ReturnType<Caller>>>, status: number, mistake: string, name = '') {
  const before = await savedFiles()
  const { status: got, body } = await answer
  expect({ status: got, errors: body.errors }).toEqual({ status, errors: [{ path: 'file', message: mistake }] })
  expect(body.message).toContain(name)
  expect(await savedFiles()).toEqual(before)
}
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}
/** A gray PNG of any size: kilobytes that decode to width × height. */
function plainPng(width: number, height: number, rows = height) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows), { level: 9 })
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('F-24 FILE-01 FILE-02 an upload answers with its id and is shown and downloaded as what it is', async () => {
  const up = await uploadImage(staff, png, 'página “1”.png')
  expect(up).toMatchObject({ status: 201, body: { fileName: 'página “1”.png', contentType: 'image/png' } })
  const shown = await staff('GET', `/api/file/${up.body.id}`)
  expect(shown.status).toBe(200)
  expect(shown.bytes).toHaveLength(up.body.size)
  expect((await sharp(shown.bytes).metadata()).format).toBe('png')
  const photo = await staff('GET', `/api/file/${(await uploadImage(staff, jpeg, 'a.jpg')).body.id}`)
  expect([photo.headers['content-type'], (await sharp(photo.bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-disposition': `inline; filename="p_gina _1_.png"; filename*=UTF-8''p%C3%A1gina%20%E2%80%9C1%E2%80%9D.png`,
  })
  expect(shown.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
  const down = await staff('GET', `/api/file/${up.body.id}/download`)
  expect(down.headers['content-disposition']).toMatch(/^attachment;/)
  expect(shown.headers.etag).toBeUndefined()
})

it('FILE-02 HD-06 before it is attached a file is its uploader’s alone, and afterwards nobody’s by its id', async () => {
  const { id } = (await uploadImage(staff, png)).body
  for (const path of [`/api/file/${id}`, `/api/file/${id}/download`]) {
    expect((await stranger('GET', path)).status).toBe(404)
    expect((await stranger('GET', path, undefined, { 'if-none-match': `"${id}"` })).status).toBe(404)
    expect((await product.anonymous('GET', path)).status).toBe(401)
  }
  await database.transaction().execute((t) => claimFile(t, { fileId: id, accountId: account.id }))
  expect((await stranger('GET', `/api/file/${id}`)).status).toBe(404)
  expect((await staff('GET', `/api/file/${id}`)).status).toBe(404)
  expect((await staff('GET', '/api/file/none')).status).toBe(400)
})

it('D-FILE-1 re-encoding drops metadata and whatever hides behind or beside the pixels', async () => {
  const marked = await sharp(jpeg)
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .jpeg()
    .toBuffer()
  const tail = Buffer.from('<html><script>SECRET-PLACE</script></html>PK\x03\x04')
  const text = chunk('tEXt', Buffer.from('Comment\0<script>SECRET-PLACE</script>'))
  const hidden = Buffer.concat([png.subarray(0, 33), text, png.subarray(33), tail])
  for (const [bytes, name] of [
    [Buffer.concat([marked, tail]), 'a.jpg'],
    [hidden, 'b.png'],
  ] as const) {
    expect(bytes.includes('SECRET-PLACE')).toBe(true)
    const up = await uploadImage(staff, bytes, name)
    expect(up.status).toBe(201)
    const { bytes: kept } = await staff('GET', `/api/file/${up.body.id}`)
    expect(kept.includes('SECRET-PLACE')).toBe(false)
    expect(kept.includes('script')).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ width: 24, height: 24 })
  }
})

it('D-FILE-1 a picture taken sideways stays upright without its metadata', async () => {
  const sideways = await sharp(await makeImage('jpeg'))
    .resize(40, 20, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const up = await uploadImage(staff, sideways, 'phone.jpg')
  const { bytes } = await staff('GET', `/api/file/${up.body.id}`)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 40 })
})

it('HDN-05 the type is what the bytes are: a PNG called .jpg becomes .png', async () => {
  const up = await uploadImage(staff, png, 'shot.jpg')
  expect(up.body).toMatchObject({ fileName: 'shot.png', contentType: 'image/png' })
})

it.each([
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.png', 415, 'file-wrong-type'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.png', 415, 'file-wrong-type'],
  ['an SVG by name', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.svg', 415, 'file-wrong-type'],
  ['an image without an image’s name', png, 'shot.exe', 415, 'file-wrong-type'],
  ['a GIF', await sharp(png).gif().toBuffer(), 'moving.png', 415, 'file-wrong-type'],
  ['only the first bytes of an image', png.subarray(0, 8), 'start.png', 400, 'file-damaged'],
  ['half a PNG', plainPng(500, 500, 200), 'half.png', 400, 'file-damaged'],
  ['half a JPEG', (await makeImage('jpeg', 900)).subarray(0, 3000), 'half.jpg', 400, 'file-damaged'],
  ['an empty file', Buffer.alloc(0), 'empty.png', 400, 'file-empty'],
  [
    '2 MB and a byte',
    Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 + 1 - png.length)]),
    'large.png',
    413,
    'file-too-large',
  ],
  ['far more', Buffer.concat([png, Buffer.alloc(9_000_000)]), 'huge.png', 413, 'file-too-large'],
  ['100 megapixels', plainPng(10_000, 10_000), 'wide.png', 413, 'file-too-many-pixels'],
  ['a bomb that says it has 4 gigapixels', plainPng(65_500, 65_500, 1), 'bomb.png', 413, 'file-too-many-pixels'],
])('HDN-05 D-FILE-1 refuses %s and names the file', async (_what, bytes, name, status, mistake) => {
  await expectRefused(uploadImage(staff, bytes, name), status, mistake, name)
})

it('HDN-05 an image of exactly 2 MB and one of 40 megapixels are taken', async () => {
  const exact = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length)])
  expect((await uploadImage(staff, exact)).status).toBe(201)
  expect((await uploadImage(staff, plainPng(8000, 5000))).status).toBe(201)
})

it('HDN-05 the message names the file in the reader’s language, without what could fool the reader', async () => {
  const { body, headers } = await encodeForm([{ name: 'file', value: Buffer.from('x'), fileName: '../\u202Egnp.exe' }])
  const answer = await staff('POST', '/api/file/', body, { ...headers, 'accept-language': 'es' })
  expect(answer.body).toMatchObject({
    fileName: 'gnp.exe',
    message: 'gnp.exe no es una imagen de tipo .jpg, .jpeg o .png.',
  })
})

it('FILE-01 takes one file, in the field file, in a form', async () => {
  const send = async (...parts: Parameters<typeof encodeForm>[0]) => {
    const { body, headers } = await encodeForm(parts)
    return staff('POST', '/api/file/', body, headers)
  }
  const file = { name: 'file', value: png }
  await expectRefused(send(file, { ...file, fileName: 'second.png' }), 400, 'file-single')
  await expectRefused(send({ name: 'image', value: png }), 400, 'file-needed')
  await expectRefused(send({ name: 'file', value: 'words' }), 400, 'file-needed')
  await expectRefused(send({ name: 'file', value: Buffer.alloc(0), fileName: '' }), 400, 'file-needed')
  await expectRefused(staff('POST', '/api/file/', { file: 'x' }), 415, 'file-needed')
  const { body, headers } = await encodeForm([file])
  await expectRefused(staff('POST', '/api/file/', body.subarray(0, body.length - 60), headers), 400, 'file-broken-off')
  await expectRefused(staff('POST', '/api/file/', Buffer.from('--nonsense'), headers), 400, 'file-broken-off')
})

it('FILE-03 an upload whose connection breaks leaves nothing behind', async () => {
  const cookie = await cookieOf(account.email)
  const { body, headers } = await encodeForm([{ name: 'file', value: png }])
  const before = await savedFiles()
  await new Promise<void>((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/file/ HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, body.length - 40), () => socket.destroy())
    }).on('close', () => done())
  })
  // The next complete upload on the same server arrives after the broken one was handled.
  await uploadImage(staff, png)
  const after = await savedFiles()
  expect(after.rows).toHaveLength(before.rows.length + 1)
  expect(after.objects).toHaveLength(before.objects.length + 1)
})

it('FILE-03 uploads of an account that never end keep its others waiting, and nobody else', async () => {
  const slow = await makeAccount(database)
  const cookie = await cookieOf(slow.email)
  const own = await product.signIn(slow.email, PASSWORD)
  const { body, headers } = await encodeForm([{ name: 'file', value: png }])
  const sockets = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /api/file/ HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      await new Promise<void>((done) => socket.write(body.subarray(0, body.length - 10), () => done()))
      return socket
    }),
  )
  // As many as may be read at once have arrived.
  await new Promise((done) => setTimeout(done, 300))
  let isAnswered = false
  const waiting = uploadImage(own, png).then((answer) => {
    isAnswered = true
    return answer
  })
  for (let more = 0; more < 3; more++) expect((await uploadImage(staff, png)).status).toBe(201)
  expect(isAnswered).toBe(false)
  const [first, ...others] = sockets
  first?.write(body.subarray(body.length - 10))
  expect((await waiting).status).toBe(201)
  for (const socket of others) socket.destroy()
  first?.destroy()
})

it('FILE-03 an account has a limit of uploads that nothing holds, also when many come at once', async () => {
  const busy = await makeAccount(database)
  const call = await product.signIn(busy.email, PASSWORD)
  await database
    .insertInto('file')
    .values(
      Array.from({ length: 46 }, () => ({
        fileName: 'a.png',
        contentType: 'image/png' as const,
        size: 1,
        uploadedById: busy.id,
      })),
    )
    .execute()
  const answers = await Promise.all(Array.from({ length: 10 }, () => uploadImage(call, png)))
  expect(answers.filter((a) => a.status === 201)).toHaveLength(4)
  expect(answers.filter((a) => a.status === 429)).toHaveLength(6)
  // They are also refused before the decoder spends time on them.
  expect((await uploadImage(call, plainPng(10_000, 10_000))).status).toBe(429)
})
