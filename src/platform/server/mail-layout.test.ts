import { expect, it } from 'vitest'
import { renderMail } from './mail-layout.ts'

const mail = renderMail({
  language: 'es',
  title: 'Confirme <su> dirección',
  paragraphs: ['Hola "Ana" & Co.', 'Una línea\notra <script>'],
  action: { label: 'Confirmar', url: 'https://portal.test/a?b=1&c=2' },
  wayOut: { label: 'No más', url: 'https://portal.test/fuera?a=1&b=2' },
  productName: 'Hearthline',
})

it('writes a mail as text and as HTML in the reader’s language', () => {
  expect(mail.text).toBe(
    'Confirme <su> dirección\n\nHola "Ana" & Co.\n\nUna línea\notra <script>\n\nConfirmar:\nhttps://portal.test/a?b=1&c=2\n\nNo más:\nhttps://portal.test/fuera?a=1&b=2\n\nHearthline',
  )
  expect(mail.html).toContain('<html lang="es">')
  expect(mail.html).toContain('href="https://portal.test/a?b=1&amp;c=2"')
  expect(mail.html).toContain('href="https://portal.test/fuera?a=1&amp;b=2"')
})

it('lets nothing that a person typed become markup', () => {
  expect(mail.html).toContain('Confirme &lt;su&gt; dirección')
  expect(mail.html).toContain('Una línea<br>otra &lt;script&gt;')
  expect(mail.html).not.toContain('<script>')
})
