import { clip } from '#directory/public-pages/server/service-words-public.ts'
import { createPlainPages, escapeHtml, MOST_BYTES, type PlainPage } from '#platform/server/plain-page.ts'
import { reportTopics, WORDS_MAX } from '../shared-answer.ts'
import type { Sheet, SheetService } from '../sheet.ts'
import type { Writer } from './sheet-words.ts'

/** The most characters of each part of a service, and how many numbers it has. */
interface Room {
  fact: number
  line: number
  note: number
  phones: number
}
const rooms: Room[] = [
  { fact: 220, line: 220, note: 300, phones: 3 },
  { fact: 110, line: 160, note: 300, phones: 3 },
  { fact: 60, line: 100, note: 300, phones: 2 },
  { fact: 0, line: 60, note: 160, phones: 1 },
]

const e = escapeHtml
const lines = (text: string) => e(text).replaceAll('\n', '<br>')

/** Whoever is told to call 211 can tap it. */
const withCallLink = (text: string) => e(text).replace(/\b211\b/, '<a href="tel:211">211</a>')

const style = `.note{border-left:4px solid var(--link);padding-left:12px}#helped{margin:0}.helped{margin-top:14px}
@media print{.helped{display:none}li:nth-child(3n){break-after:page}}`
const pages = createPlainPages(style)
export const sendSharedPage = pages.send

/** A page with a few words instead of a list. */
export const plainPage = (given: PlainPage, text: string, back?: { label: string; url: string }) =>
  pages.write(
    given,
    `<main><h1>${e(given.title)}</h1><p>${withCallLink(text)}</p>${back ? `<p><a href="${e(back.url)}">${e(back.label)}</a></p>` : ''}</main>`,
  )

/** What the page of a list shows besides the list. */
export interface SharedPage {
  /** `/l/` and the token. */
  path: string
  key: string
  productName: string
  expiresOn: string
  /** The services that somebody got help from, as readers of this link said. */
  helped: string[]
  /** What was just sent. */
  said: 'helped' | 'wrong' | null
}

const hidden = (page: SharedPage, { language }: Writer) =>
  `<input type="hidden" name="key" value="${e(page.key)}"><input type="hidden" name="language" value="${language}">`

function place({ name, place: at }: SheetService, label: string, { t }: Writer) {
  if (!at) return ''
  const map = at.mapUrl
    ? `<p class="map"><a href="${e(at.mapUrl)}" rel="noreferrer" aria-label="${e(t('mapOf', { service: name }))}">${e(t('map'))}</a></p>`
    : ''
  const told = at.words ? `<p class="soft">${e(at.words)}</p>` : ''
  return `<p><b>${e(label)}</b><br>${at.lines.map(e).join('<br>')}</p>${told}${map}`
}

/** Belongs to one form of the whole page, which has its hidden fields only once. */
function helped({ id, name }: SheetService, page: SharedPage, { t }: Writer) {
  if (page.helped.includes(id)) return `<p class="thanks">✓ ${e(t('page.helpedSaid'))}</p>`
  return `<p class="helped"><button form="helped" name="serviceId" value="${id}" aria-label="${e(t('page.helpedAt', { service: name }))}">${e(t('page.helped'))}</button></p>`
}

/** A service without what there is no room for. */
const cut = (service: SheetService, { fact, line, note, phones }: Room): SheetService => ({
  ...service,
  name: clip(service.name, line),
  organizationName: service.organizationName && clip(service.organizationName, line),
  note: service.note && service.note.length > note ? clip(service.note, note) : service.note,
  notices: service.notices.map((notice) => clip(notice, line)),
  phones: service.phones.slice(0, phones),
  place: service.place && { ...service.place, lines: service.place.lines.map((each) => clip(each, line)) },
  facts: fact ? service.facts.map(({ label, text }) => ({ label, text: clip(text, fact) })) : [],
})

function article(service: SheetService, sheet: Sheet, page: SharedPage, writer: Writer) {
  const { id, name, organizationName, note, open, notices, phones, hours } = service
  const call = ({ kind, shown, href }: SheetService['phones'][number]) =>
    href
      ? `<p><a class="call" href="${e(href)}">${e(writer.t('call', { number: shown }))}</a></p>`
      : `<p>${e(kind)}: ${e(shown)}</p>`
  const facts = service.facts.map(({ label, text }) => `<dt>${e(label)}</dt><dd>${e(text)}</dd>`).join('')
  const parts = [
    `<h2 id="s-${id}">${e(name)}</h2>`,
    organizationName && `<p class="soft">${e(organizationName)}</p>`,
    open && `<p class="chip${open.state === 'open' ? ' open' : ''}">${e(open.words)}</p>`,
    ...notices.map((notice) => `<p class="notice">${e(notice)}</p>`),
    note && `<p class="note"><b>${e(sheet.noteLabel)}</b><br>${lines(note)}</p>`,
    ...phones.map(call),
    place(service, sheet.whereLabel, writer),
    hours && `<p><b>${e(hours.label)}</b><br>${e(hours.text)}</p>`,
    facts && `<dl>${facts}</dl>`,
    helped(service, page, writer),
  ]
  return `<li><article aria-labelledby="s-${id}">${parts.filter(Boolean).join('')}</article></li>`
}

function wrongForm(sheet: Sheet, page: SharedPage, writer: Writer) {
  const { t } = writer
  const option = ([value, text]: [string, string]) => `<option value="${value}">${e(text)}</option>`
  const choose = `<option value="">${e(t('page.choose'))}</option>`
  const services = sheet.services.map(({ id, name }): [string, string] => [id, clip(name, 80)])
  const topics = reportTopics.map((topic): [string, string] => [topic, t(`topic.${topic}`)])
  return `<section class="box screen" aria-labelledby="wrong"><h2 id="wrong">${e(t('page.wrongTitle'))}</h2><p>${e(t('page.wrongLead'))}</p>
<form method="post" action="${page.path}/wrong">${hidden(page, writer)}
<label for="service">${e(t('page.service'))}</label><select id="service" name="serviceId" required>${services.length > 1 ? choose : ''}${services.map(option).join('')}</select>
<label for="topic">${e(t('page.topic'))}</label><select id="topic" name="topic" required>${choose}${topics.map(option).join('')}</select>
<label for="words">${e(t('page.words'))}</label><textarea id="words" name="words" rows="3" maxlength="${WORDS_MAX}"></textarea>
<button>${e(t('page.send'))}</button></form></section>`
}

const thanks = { helped: 'page.thanksHelped', wrong: 'page.thanksWrong' } as const

function body(sheet: Sheet, page: SharedPage, writer: Writer) {
  const { t, day } = writer
  const said = page.said ? `<p class="thanks" role="status">${e(t(thanks[page.said]))}</p>` : ''
  const heading = `<h1>${e(sheet.title)}</h1>${said}`
  if (!sheet.services.length) return `<main>${heading}<p>${withCallLink(t('page.empty'))}</p></main>`
  return `<main>${heading}<p>${e(sheet.lead)}</p><p class="soft">${e(sheet.asOf)}</p>
<form id="helped" method="post" action="${page.path}/helped">${hidden(page, writer)}</form>
<ol>
${sheet.services.map((service) => article(service, sheet, page, writer)).join('\n')}
</ol>
${wrongForm(sheet, page, writer)}</main>
<footer><p class="soft">${e(t('page.until', { date: day(page.expiresOn) }))} ${e(t('page.print'))}</p></footer>`
}

/** The page of a list: HTML without scripts, of at most 30 kB. */
export function sharedPage(sheet: Sheet, page: SharedPage, writer: Writer, other: Writer): string {
  const { language } = writer
  const aside = `<a href="${page.path}?language=${other.language}" lang="${other.language}" hreflang="${other.language}">${e(other.t('page.language'))}</a>`
  const head = { language, productName: page.productName, title: sheet.title, aside }
  let html = ''
  for (const room of rooms) {
    const fitting = { ...sheet, services: sheet.services.map((service) => cut(service, room)) }
    html = pages.write(head, body(fitting, page, writer))
    if (Buffer.byteLength(html) <= MOST_BYTES) break
  }
  return html
}
