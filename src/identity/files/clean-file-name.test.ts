import { expect, it } from 'vitest'
import { cleanFileName } from './clean-file-name.ts'

it.each([
  ['screen.png', 'screen.png'],
  ['Screen Shot 2026-11-21.PNG', 'Screen Shot 2026-11-21.PNG'],
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\Users\\dana\\shot.png', 'shot.png'],
  ['a\u0000b\r\nc\u0007.png', 'abc.png'],
  ['in\u202Egnp.exe\u202C.png', 'ingnp.exe.png'],
  ['.png', 'image.png'],
  ['', 'image.png'],
  ['../..', 'image.png'],
  ['photo.jpg', 'photo.png'],
  ['página “uno” 🙂.png', 'página “uno” 🙂.png'],
  ['\ud800.png', '\ufffd.png'],
])('HDN-05 the file name %j is kept as %j', (given, kept) => {
  expect(cleanFileName(given, '.png')).toBe(kept)
})

it('HDN-05 a name of 300 letters is cut and keeps its extension, never within a letter', () => {
  expect(cleanFileName(`${'a'.repeat(300)}.jpeg`, '.jpg')).toBe(`${'a'.repeat(195)}.jpeg`)
  const faces = cleanFileName(`${'🙂'.repeat(300)}.png`, '.png')
  expect(faces.isWellFormed()).toBe(true)
  expect([...faces]).toHaveLength(200)
})
