import { Parser } from 'htmlparser2'

/** No real answer is nested this deep, and the parser takes quadratic time at greater depths. */
const DEEPEST = 300
/** Small enough that little is read after the end of the answer. */
const PIECE = 4096
const hidden = new Set(['style', 'script', 'title', 'template', 'noscript'])
const lineBreaks = new Set(['p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

const isQuote = (name: string, { id = '', class: names = '' }: Record<string, string>) =>
  name === 'blockquote' ||
  /^(divrplyfwdmsg|appendonsend)$/i.test(id) ||
  /(^|\s)(gmail_quote|moz-cite-prefix)/i.test(names)

/** The text of an HTML-only mail, up to its quotation. */
export function textOfHtml(html: string) {
  let [text, depth, hiding, isDone] = ['', 0, 0, false]
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (hidden.has(name)) hiding += 1
      if (depth > DEEPEST || isQuote(name, attributes)) isDone = true
    },
    ontext(words) {
      if (!hiding && !isDone) text += words.replaceAll(/\s+/g, ' ')
    },
    onclosetag(name) {
      depth -= 1
      if (hidden.has(name)) hiding -= 1
      if (!isDone && (name === 'br' || lineBreaks.has(name))) text += '\n'
    },
  })
  for (let at = 0; at < html.length && !isDone; at += PIECE) parser.write(html.slice(at, at + PIECE))
  if (!isDone) parser.end()
  return text.replaceAll(/ {2,}/g, ' ').replaceAll('\n ', '\n')
}
