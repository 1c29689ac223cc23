import type { Language } from './texts.ts'

interface Link {
  label: string
  url: string
}

export interface Mail {
  language: Language
  title: string
  /** For a mail in several languages: the note, in this language, that it follows below. */
  hint?: string
  /** Plain text, one entry per paragraph. */
  paragraphs: string[]
  /** After the paragraphs: a list of links. */
  links?: Link[]
  /** The main button; its URL is also written out, for mail programs that show no buttons. */
  action?: Link
  /** A less prominent link at the end: how to stop such mails. */
  wayOut?: Link
  /** Empty in a mail that must not say who sends it. */
  productName: string
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

// Mail programs support neither custom properties nor style sheets; only those with a dark mode read this one.
const dark = `@media (prefers-color-scheme: dark) {
  .page { background: #101a1b !important } .card { background: #182526 !important; border-color: #2c3d3e !important }
  .ink { color: #f1ece3 !important } .soft { color: #b7c2c0 !important } .link { color: #7fd0c6 !important }
}`
const font = "font-family:'Atkinson Hyperlegible Next','Segoe UI',Helvetica,Arial,sans-serif"

const smallLink = ({ label, url }: Link) =>
  `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#4c5b5c"><a class="link" href="${escapeHtml(url)}" style="color:#0b5c59">${escapeHtml(label)}</a></p>`

function button({ label, url }: Link) {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:14px 24px;border-radius:10px;background:#0b5c59;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#4c5b5c;word-break:break-all"><a class="link" href="${address}" style="color:#0b5c59">${address}</a></p>`
}

const textOf = ({ title, paragraphs, links = [], action, wayOut }: Mail, others: Mail[] = []) => [
  ...[title, ...others.flatMap(({ hint }) => hint ?? []), ...paragraphs],
  ...[...links, action, wayOut].flatMap((link) => (link ? [`${link.label}:\n${link.url}`] : [])),
]

const paragraph = (text: string, language?: Language) =>
  `<p class="ink"${language ? ` lang="${language}"` : ''} style="margin:0 0 16px;font-size:17px;line-height:1.5;color:#1c2b2d">${lines(text)}</p>`

function htmlOf(
  { title, paragraphs, links: list = [], action, wayOut }: Mail,
  level: 'h1' | 'h2',
  others: Mail[] = [],
) {
  const hints = others.flatMap(({ hint, language }) => (hint ? [paragraph(hint, language)] : []))
  const body = [...hints, ...paragraphs.map((text) => paragraph(text))].join('\n')
  const listed = list
    .map(
      ({ label, url }) =>
        `<li style="margin:0 0 12px"><a class="link" href="${escapeHtml(url)}" style="color:#0b5c59">${escapeHtml(label)}</a></li>`,
    )
    .join('\n')
  return `<${level} class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1c2b2d">${escapeHtml(title)}</${level}>
${body}
${listed ? `<ul style="margin:0 0 16px;padding-left:20px;font-size:17px;line-height:1.5">${listed}</ul>` : ''}
${action ? button(action) : ''}
${wayOut ? smallLink(wayOut) : ''}`
}

/**
 * The layout of all e-mails, as plain text and as HTML that works in light and dark mode.
 * @param others the same in other languages, below it
 */
export function renderMail(mail: Mail, ...others: Mail[]): { text: string; html: string } {
  const { language, title, productName } = mail
  const below = others.flatMap((other) => ['* * *', ...textOf(other)])
  const text = [...textOf(mail, others), ...below, ...(productName ? [productName] : [])].join('\n\n')
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#fbf7f0;${font}">
<div class="card" style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #e2d8c8;border-radius:14px">
${productName ? `<p class="soft" style="margin:0 0 20px;font-size:14px;font-weight:700;color:#4c5b5c">${escapeHtml(productName)}</p>` : ''}
${htmlOf(mail, 'h1', others)}
${others.map((other) => `<hr style="margin:28px 0;border:0;border-top:1px solid #e2d8c8"><div lang="${other.language}">${htmlOf(other, 'h2')}</div>`).join('\n')}
</div></body></html>`
  return { text, html }
}
