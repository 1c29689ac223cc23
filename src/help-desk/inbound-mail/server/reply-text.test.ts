import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readReplyAddress, writeReplyAddress } from '#help-desk/tickets/server/answering/reply-address.ts'
import { textOfHtml } from './html-text.ts'
import { cutReply } from './reply-text.ts'

const gmail = 'On Sat, Nov 21, 2026 at 11:02 AM Hearthline <\nno-reply@hearthline.example> wrote:'

it.each([
  [
    'an answer above a quote',
    `It works now.\n\nThanks!\n\n${gmail}\n\n> Open the ticket\n> to read it.\n`,
    'It works now.\n\nThanks!',
  ],
  ['an answer below a quote', `${gmail}\n> Open the ticket\n>\n\nIt works now.`, 'It works now.'],
  ['answers between quotes', `${gmail}\n> One?\nYes.\n> Two?\nNo.`, 'Yes.\nNo.'],
  [
    'Spanish',
    'Ya funciona.\r\n\r\nEl sáb, 21 nov 2026 a las 11:02, Hearthline (<x@y.example>) escribió:\r\n\r\n> Abra',
    'Ya funciona.',
  ],
  ['a signature', 'It works.\n-- \nAna Ruiz\nEastside Food Bank', 'It works.'],
  ['a telephone’s signature', 'It works.\n\nSent from my iPhone\n', 'It works.'],
  ['a telephone’s signature in Spanish', 'Ya.\n\nEnviado desde mi iPhone', 'Ya.'],
  [
    'Outlook’s header',
    'It works.\n\n________________________________\nFrom: Hearthline <a@b.example>\nSent: Saturday\nTo: Ana\nSubject: HD\n\nOpen the ticket',
    'It works.',
  ],
  [
    'Outlook’s header in Spanish',
    'Ya.\n\nDe: Hearthline <a@b.example>\nEnviado el: sábado\nPara: Ana\nAsunto: HD\n\nAbra',
    'Ya.',
  ],
  ['a line that marks the original', 'It works.\n-----Original Message-----\nOpen', 'It works.'],
  ['only a quote', `${gmail}\n> Open the ticket`, ''],
])('HDV-07 keeps what is new of %s', (_what, mail, kept) => {
  expect(cutReply(mail)).toBe(kept)
})

it.each([
  'On Monday the screen said what I wrote:\nnothing at all.',
  'From: and To: are the fields that stay empty.',
  'Sent from my desk it worked.\nFrom the other one not.',
  'From: the front desk\nWhat we sent: one form.\nWho it went to: nobody.',
  'It works now.\nThe picture was sent from my phone.',
  'a -- b',
])('HDV-07 leaves alone what only looks like a quote or signature: %s', (text) => {
  expect(cutReply(text)).toBe(text)
})

it('HDV-07 reads the words of a mail in HTML alone, and nothing that it quotes or hides', () => {
  const html = `<html><head><title>x</title><style>p{color:red}</style></head><body><p>It&nbsp;works &amp; <b>well</b> &#9786;</p>
    <div>Thanks<br>Ana</div><script>alert(1)</script><div class="gmail_quote"><p>Open the ticket</p></div></body></html>`
  expect(cutReply(textOfHtml(html))).toBe('It works & well ☺\nThanks\nAna')
  // Invalid references become the replacement character, as in HTML.
  expect(textOfHtml('a &#x110000; &#0; &bogus; <b')).toBe('a \ufffd \ufffd &bogus; ')
})

it('HDV-07 0271 reads every named letter, and any way to mark a quote in HTML', () => {
  expect(textOfHtml('&iquest;Qu&eacute; pas&oacute;?')).toBe('¿Qué pasó?')
  expect(textOfHtml('<p title="a > b">It works')).toBe('It works\n')
  for (const quote of [
    "<div class='x gmail_quote_container'>",
    '<div dir=ltr id=divRplyFwdMsg>',
    '<BLOCKQUOTE type="cite">',
    '<div class="moz-cite-prefix">',
  ])
    expect(cutReply(textOfHtml(`<p>It works</p>${quote}<p>Open the ticket</p>`))).toBe('It works')
})

it('HDV-07 0271 stops reading HTML that is nested deeper than any answer', () => {
  expect(textOfHtml(`It works${'<b>'.repeat(60_000)}no`)).toBe('It works')
})

it('HDV-07 comes to an end with the longest and strangest texts', () => {
  const hostile = [
    'On a',
    '> ',
    '<',
    '<br ',
    '&#',
    ' \n',
    '\n',
    'From: a\n',
    '-',
    'On x\n',
    'On x wrote:\n',
    '<style>',
    '<b>',
    '<div><p>',
    '_',
  ]
  for (const part of hostile) {
    const text = part.repeat(200_000 / part.length)
    expect(cutReply(text).length).toBeLessThanOrEqual(text.length)
    expect(cutReply(textOfHtml(text)).length).toBeLessThanOrEqual(text.length)
  }
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => cutReply(textOfHtml(text)).length <= text.length * 3))
})

const keys = ['a'.repeat(32), 'b'.repeat(32)]
const reply = {
  ticketNumber: 2 ** 31 - 1,
  accountId: '0190f3b2-1111-7222-8333-944455566677',
  visibility: 'internal',
} as const

it('HDV-07 a reply address survives capitals and a new key, and fits before its @', () => {
  const address = writeReplyAddress([keys[1] ?? ''], 'reply.example.test', reply)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  for (const given of [address, address.toUpperCase()])
    expect(readReplyAddress(keys, 'reply.example.test', given)).toEqual(reply)
})

it('HDV-07 a reply address with one letter changed, of another domain or of another portal is nobody’s', () => {
  const address = writeReplyAddress(keys, 'reply.example.test', reply)
  const read = (given: string) => readReplyAddress(keys, 'reply.example.test', given)
  for (let at = 6; at < 58; at += 1) {
    const other = address[at] === 'a' ? 'b' : 'a'
    expect(read(address.slice(0, at) + other + address.slice(at + 1))).toBeNull()
  }
  for (const given of [
    '',
    '@',
    'reply+@reply.example.test',
    address.replace('reply.example', 'x'),
    `${address}.`,
    `a${address}`,
  ])
    expect(read(given)).toBeNull()
  expect(readReplyAddress(['c'.repeat(32)], 'reply.example.test', address)).toBeNull()
})
